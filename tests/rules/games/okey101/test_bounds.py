"""What a phone checks by itself says nothing else than the rules do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games.okey101.bounds import TOLD, bounds
from rules.games.okey101.hand_warnings import MANY_INFRACTIONS, ONE_ACT
from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.reports import MOST_INFRACTIONS
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.score import score_hand
from rules.games.okey101.switches import Ending, FalseOkeyValue, NobodyOpened
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome, Rack, SeatReport

RULES = rule_set("101-pairs")


def finished(points: int = 30, okeys: int = 0, **changes: object) -> HandReport:
    """A1 finished; B1 opened with series and kept this, B2 opened nothing."""
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
def test_the_most_points_of_a_rack_are_those_of_the_rules(value, opening):
    rules = replace(RULES, false_okey_value=value)
    most = bounds(rules, "tr")["rack"][opening.value]
    for points, refused in ((most, False), (most + 1, True)):
        hand = finished()
        seat = SeatReport(opening, Rack(points=points))
        hand = replace(hand, seats={**hand.seats, "B1": seat})
        assert ("rack_out_of_range" in codes(hand, rules)) is refused


@pytest.mark.parametrize(
    ("tile", "thrown"), [(LastTile.PLAIN, 0), (LastTile.OKEY, 1), (LastTile.DOUBLE_OKEY, 2)]
)
def test_so_many_okeys_are_left_after_a_finish(tile, thrown):
    left = bounds(RULES, "tr")["okeys"] - thrown
    assert "too_many_okeys" not in codes(finished(okeys=left, finish=Finish(tile)))
    assert "too_many_okeys" in codes(finished(okeys=left + 1, finish=Finish(tile)))


@pytest.mark.parametrize("meaning", NobodyOpened)
def test_it_says_whether_a_hand_in_which_nobody_opened_is_played_again(meaning):
    rules = replace(RULES, nobody_opened=meaning)
    nobody = HandReport(Outcome.DECK_EXHAUSTED, {seat: SeatReport() for seat in ("A1", "A2", "B1", "B2")})
    assert bounds(rules, "en")["void"]["nobody_opened"] is score_hand(nobody, rules).void


def test_infractions_are_doubted_and_refused_where_the_rules_do_so():
    limits = bounds(RULES, "tr")["infractions"]
    assert limits == {"most": MOST_INFRACTIONS, "many": MANY_INFRACTIONS, "one_act": ONE_ACT}


@pytest.mark.parametrize("ending", Ending)
@pytest.mark.parametrize("direct", [False, True])
def test_it_says_whether_pairs_may_finish_with_nobodys_series(ending, direct):
    rules = replace(RULES, ending=ending)
    seats = {seat: SeatReport() for seat in ("B1", "A2", "B2")} | {"A1": SeatReport(Opening.PAIRS)}
    alone = finished(seats=seats, finish=Finish(direct=direct))
    assert bounds(rules, "en")["pairs_alone"] is not bool(codes(alone, rules))


def test_every_problem_has_its_words_in_both_languages():
    turkish, english = (bounds(RULES, language)["words"] for language in ("tr", "en"))
    assert set(turkish) == set(english) == set(TOLD)
    assert all(turkish[code] != english[code] for code in TOLD)


def test_an_empty_rack_is_doubted_in_these_words():
    (doubt,) = find_warnings(finished(points=0), RULES)
    assert bounds(RULES, "tr")["words"][doubt.code] == doubt.message.tr
