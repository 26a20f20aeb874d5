from __future__ import annotations

from typing import Any

import pytest

from rules.games.okey101.amounts import DIRECT, DOUBLE_OKEY, OKEY, PAIRS
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.score import finish_code, score_hand, seat_events_of
from rules.seat_events import SeatEvent, SeatEventKind

FINISHED: dict[str, Any] = {"outcome": "finished", "finisher": "A1"}
SEATS: dict[str, Any] = {
    "A1": {"opening": "series"},
    "B1": {"opening": "pairs", "rack": {"points": 20}},
    "A2": {},
    "B2": {"opening": "none"},
}


def events_of(entry: dict[str, Any], rule_set: str = "101-pairs") -> list[tuple[str, str, str, int]]:
    report = parse_report(entry)
    score = score_hand(report, PRESETS[rule_set])
    assert not score.void
    events = seat_events_of(report, score.lines)
    return [(event.seat, event.kind.value, event.what, event.times) for event in events]


def test_unasked_partner_of_a_finisher_has_no_opening_event():
    assert events_of(FINISHED | {"seats": SEATS}) == [
        ("A1", "opened", "series", 1),
        ("A1", "finished", "plain", 1),
        ("B1", "opened", "pairs", 1),
        ("B2", "opened", "none", 1),
        ("B2", "charged", "unopened", 1),
    ]


def test_direct_finish_gives_everybody_an_opening_event():
    seats = SEATS | {"B1": {"opening": "none"}}
    events = events_of(FINISHED | {"finish": {"direct": True, "last_tile": "okey"}, "seats": seats})
    assert ("A1", "finished", "direct+okey", 1) in events
    assert ("A2", "opened", "none", 1) in events


def test_infractions_add_up_by_code_and_zero_has_no_row():
    fouls = [{"code": "okey_discard", "count": 2}, {"code": "invalid_meld", "count": 0}]
    seat_entry = {"opening": "series", "infractions": [*fouls, {"code": "okey_discard", "count": 1}]}
    events = events_of(FINISHED | {"seats": SEATS | {"A1": seat_entry}})
    assert [event for event in events if event[1] == "infraction"] == [
        ("A1", "infraction", "okey_discard", 3)
    ]


def test_zero_hand_nobody_opened_drops_infractions():
    seats = {seat: {"infractions": [{"code": "okey_discard", "count": 1}]} for seat in SEATS}
    events = events_of({"outcome": "deck_exhausted", "seats": seats}, "101-rising")
    assert {(kind, detail) for _seat, kind, detail, _times in events} == {("opened", "none")}


@pytest.mark.parametrize("rule_set", ["101-pairs", "101-rising"])
def test_infractions_count_if_any_player_opened(rule_set):
    foul: dict[str, Any] = {"infractions": [{"code": "okey_discard", "count": 1}]}
    seats = dict.fromkeys(SEATS, foul) | {"B1": foul | {"opening": "series", "rack": {"points": 7}}}
    events = events_of({"outcome": "deck_exhausted", "seats": seats}, rule_set)
    assert [seat for seat, kind, _code, _times in events if kind == "infraction"] == list(SEATS)


@pytest.mark.parametrize(
    ("factors", "code"),
    [
        ((), "plain"),
        ((OKEY,), "okey"),
        ((DIRECT, OKEY), "direct+okey"),
        ((PAIRS, DOUBLE_OKEY), "pairs+double_okey"),
    ],
)
def test_each_kind_of_finish_has_one_code(factors, code):
    assert finish_code(factors) == code


def test_event_happens_once_by_default():
    assert SeatEvent("A1", SeatEventKind.OPENED, "series").times == 1
