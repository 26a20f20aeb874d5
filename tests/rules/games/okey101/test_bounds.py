from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games.okey101.bounds import CHECKED_CODES, bounds
from rules.games.okey101.hand_warnings import MANY_INFRACTIONS, ONE_ACT
from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.reports import MOST_INFRACTIONS
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.score import score_hand
from rules.games.okey101.switches import Ending, FalseOkeyValue, NobodyOpened
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome, Rack, SeatReport

RULES = rule_set("101-pairs")


def finished(points: int = 30, okeys: int = 0, **changes: object) -> HandReport:
    """Return a hand finished by A1; B2 didn't open."""
    seats = {
        "A1": SeatReport(Opening.SERIES),
        "A2": SeatReport(Opening.SERIES),
        "B1": SeatReport(Opening.SERIES, Rack(points=points, okeys=okeys)),
        "B2": SeatReport(Opening.NONE),
    }
    hand = HandReport(Outcome.FINISHED, seats, finisher="A1", finish=Finish())
    return replace(hand, **changes)  # type: ignore[arg-type]


def codes(report: HandReport, rules: object = RULES) -> set[str]:
    return {found.code for found in find_errors(report, rules)}  # type: ignore[arg-type]


@pytest.mark.parametrize("value", FalseOkeyValue)
@pytest.mark.parametrize("opening", [Opening.SERIES, Opening.PAIRS])
def test_largest_rack_is_that_of_the_rules(value, opening):
    rules = replace(RULES, false_okey_value=value)
    largest = bounds(rules, "tr")["rack"][opening.value]
    for points, refused in ((largest, False), (largest + 1, True)):
        hand = finished()
        seat = SeatReport(opening, Rack(points=points))
        hand = replace(hand, seats={**hand.seats, "B1": seat})
        assert ("rack_out_of_range" in codes(hand, rules)) is refused


@pytest.mark.parametrize(
    ("tile", "thrown"), [(LastTile.PLAIN, 0), (LastTile.OKEY, 1), (LastTile.DOUBLE_OKEY, 2)]
)
def test_number_of_okeys_left_after_a_finish(tile, thrown):
    okeys_left = bounds(RULES, "tr")["okeys"] - thrown
    assert "too_many_okeys" not in codes(finished(okeys=okeys_left, finish=Finish(tile)))
    assert "too_many_okeys" in codes(finished(okeys=okeys_left + 1, finish=Finish(tile)))


@pytest.mark.parametrize("meaning", NobodyOpened)
def test_client_knows_whether_a_hand_nobody_opened_is_replayed(meaning):
    rules = replace(RULES, nobody_opened=meaning)
    unopened_hand = HandReport(
        Outcome.DECK_EXHAUSTED, {seat: SeatReport() for seat in ("A1", "A2", "B1", "B2")}
    )
    assert bounds(rules, "en")["void"]["nobody_opened"] is score_hand(unopened_hand, rules).void


def test_infractions_are_doubted_and_refused_as_by_the_rules():
    limits = bounds(RULES, "tr")["infractions"]
    assert limits == {"most": MOST_INFRACTIONS, "many": MANY_INFRACTIONS, "one_act": ONE_ACT}


@pytest.mark.parametrize("ending", Ending)
@pytest.mark.parametrize("direct", [False, True])
def test_client_knows_whether_pairs_may_finish_without_series(ending, direct):
    rules = replace(RULES, ending=ending)
    seats = {seat: SeatReport() for seat in ("B1", "A2", "B2")} | {"A1": SeatReport(Opening.PAIRS)}
    alone = finished(seats=seats, finish=Finish(direct=direct))
    assert bounds(rules, "en")["pairs_alone"] is not bool(codes(alone, rules))


def test_every_problem_is_bilingual():
    turkish, english = (bounds(RULES, language)["words"] for language in ("tr", "en"))
    assert set(turkish) == set(english) == set(CHECKED_CODES)
    assert all(turkish[code] != english[code] for code in CHECKED_CODES)


@pytest.mark.parametrize("opening", [Opening.SERIES, Opening.PAIRS])
def test_rack_above_the_largest_has_the_message_of_its_error(opening):
    limits = bounds(RULES, "tr")
    hand = finished()
    seat = SeatReport(opening, Rack(points=limits["rack"][opening.value] + 1))
    hand = replace(hand, seats={**hand.seats, "B1": seat})
    messages = [error.message.tr for error in find_errors(hand, RULES) if error.code == "rack_out_of_range"]
    assert messages == [limits["rack_words"][opening.value]]


def test_empty_rack_has_the_message_of_its_warning():
    (doubt,) = find_warnings(finished(points=0), RULES)
    assert bounds(RULES, "tr")["words"][doubt.code] == doubt.message.tr
