import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish, HandReport, parse_report, with_penalties_before
from rules.hands import LastTile, Outcome, SeatReport
from rules.seats import SEATS_PAIRS, SEATS_SINGLES, sides_of
from rules.strict_json import Malformed
from tests.rules.games.okey_points.hand_builders import PAIRS, SINGLES, deck_empty, won


def test_report_is_parsed_completely():
    entry = won("B2", "pairs", "okey", one_colour=True, rule_set="okey-standard")
    report = parse_report(entry | {"indicator_shown_by": "A2", "before": {"A": 3}, "accepted": ["x"]})
    assert report == HandReport(
        Outcome.FINISHED,
        dict.fromkeys(SEATS_PAIRS, SeatReport(opening_reported=False)),
        "B2",
        rule_set="okey-standard",
        accepted=("x",),
        finish=Finish(WinningHand.PAIRS, LastTile.OKEY, one_colour=True),
        indicator_shown_by="A2",
        before={"A": 3},
    )


def test_omitted_and_null_members_have_their_defaults():
    keys = ("finisher", "finish", "before", "indicator_shown_by", "accepted", "indicator", "task")
    empty = {"opening": None, "rack": None, "infractions": None}
    report = parse_report(deck_empty(seats=dict.fromkeys(SEATS_PAIRS, empty)) | dict.fromkeys(keys))
    assert report == parse_report(deck_empty())
    assert (report.finish, report.before, report.indicator_shown_by) == (Finish(), {}, None)
    assert parse_report(deck_empty(finish={"direct": None})) == report


def test_run_of_fourteen_is_of_one_colour():
    assert Finish(WinningHand.ONE_COLOUR_RUN).is_one_colour
    assert Finish(one_colour=True).is_one_colour
    assert not Finish().is_one_colour


def test_finish_is_written_after_a_finish_or_a_claim():
    assert parse_report(won()).to_dict()["finish"] == {"hand": "groups", "last_tile": "plain"}
    assert "finish" not in parse_report(deck_empty()).to_dict()
    claimed = parse_report(deck_empty(finish={"one_colour": True})).to_dict()
    assert claimed["finish"] == {"hand": "groups", "last_tile": "plain", "one_colour": True}


MALFORMED = {
    "of 101, an indicator": (won(indicator="b5"), "“indicator” does not belong to this game."),
    "of 101, a direct finish": (
        won() | {"finish": {"direct": False}},
        "finish: “direct” does not belong to this game.",
    ),
    "of 101, an opening": (
        won(seats=PAIRS | {"B1": {"opening": "none"}}),
        "seats.B1: “opening” does not belong to this game.",
    ),
    "of 101, no infractions": (
        won(seats=PAIRS | {"B1": {"infractions": []}}),
        "seats.B1: “infractions” does not belong to this game.",
    ),
    "of 101, a rack": (
        won(seats=PAIRS | {"B1": {"rack": {"points": 0}}}),
        "seats.B1: “rack” does not belong to this game.",
    ),
    "of 101, four pairs": (
        deck_empty() | {"outcome": "all_opened_pairs"},
        "outcome: must be one of finished, deck_exhausted.",
    ),
    "of task Okey": (won(task="cift"), "“task” does not belong to this game."),
    "an unknown key": (won(colour="r"), "unknown key: “colour”."),
    "no seats": ({"outcome": "deck_exhausted"}, "“seats” is missing."),
    "no outcome": ({"seats": PAIRS}, "“outcome” is missing."),
    "an unknown hand": (won(hand="runs"), "finish.hand: must be one of groups, pairs, one_colour_run."),
    "one colour by its name": (won(one_colour="red"), "finish.one_colour: must be true or false."),
    "an unknown last tile": (won(last="joker"), "finish.last_tile: must be one of plain, okey, double_okey."),
    "shown by a number": (won(indicator_shown_by=1), "indicator_shown_by: must be a string."),
    "before a list": (won(before=[0, 0]), "before: must be a JSON object."),
    "before of a seat": (won(before={"A1": 0}), "before: unknown key: “A1”."),
    "before of a side that is not there": (won(before={"C": 0}), "before: unknown key: “C”."),
    "before a text": (won(before={"A": "2"}), "before.A: must be a whole number."),
    "before over 10,000": (won(before={"A": 10_001}), "before.A: cannot be over 10,000."),
}


@pytest.mark.parametrize(("entry", "message"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_report_says_where(entry, message):
    with pytest.raises(Malformed) as refused:
        parse_report(entry)
    assert refused.value.message.en == message
    assert refused.value.message.tr != message


def test_single_players_each_have_penalties_before():
    penalties = {"A": 1, "B": 2, "C": 3, "D": 4}
    assert parse_report(deck_empty(seats=SINGLES, before=penalties)).before == penalties


def test_report_counts_after_earlier_penalties():
    report = parse_report(won(before={"A": 2}))
    later = with_penalties_before(report, {"A": 4, "B": 2})
    assert (later.before, report.before) == ({"A": 4, "B": 2}, {"A": 2})
    assert later.to_dict()["before"] == {"A": 4, "B": 2}


@st.composite
def reports(draw):
    seats = draw(st.sampled_from([SEATS_PAIRS, SEATS_SINGLES]))
    return draw(
        st.builds(
            HandReport,
            outcome=st.sampled_from([Outcome.FINISHED, Outcome.DECK_EXHAUSTED]),
            seats=st.just(dict.fromkeys(seats, SeatReport(opening_reported=False))),
            finisher=st.none() | st.sampled_from(seats),
            rule_set=st.none() | st.just("okey-standard"),
            accepted=st.just(()),
            finish=st.builds(Finish, st.sampled_from(WinningHand), st.sampled_from(LastTile), st.booleans()),
            indicator_shown_by=st.none() | st.sampled_from(seats),
            before=st.dictionaries(st.sampled_from(sides_of(seats)), st.integers(-1, 30)),
        )
    )


@given(reports())
def test_reports_round_trip(report):
    assert parse_report(json.loads(report.to_json())) == report
