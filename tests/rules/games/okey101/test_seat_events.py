"""What a hand counts of its players beside points."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games.okey101.multipliers import DIRECT, DOUBLE_OKEY, OKEY, PAIRS
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.score import score_hand
from rules.games.okey101.seat_events import deeds_of, finish_code
from rules.seat_events import Deed, DeedKind

FINISHED: dict[str, Any] = {"outcome": "finished", "finisher": "A1"}
SEATS: dict[str, Any] = {
    "A1": {"opening": "series"},
    "B1": {"opening": "pairs", "rack": {"points": 20}},
    "A2": {},
    "B2": {"opening": "none"},
}


def deeds(entry: dict[str, Any], rule_set: str = "101-pairs") -> list[tuple[str, str, str, int]]:
    report = parse_report(entry)
    score = score_hand(report, PRESETS[rule_set])
    assert not score.void
    found = deeds_of(report, score.lines)
    return [(one.seat, one.kind.value, one.what, one.times) for one in found]


def test_a_finishers_partner_whom_nobody_asked_opened_in_no_way_that_is_known():
    assert deeds(FINISHED | {"seats": SEATS}) == [
        ("A1", "opened", "series", 1),
        ("A1", "finished", "plain", 1),
        ("B1", "opened", "pairs", 1),
        ("B2", "opened", "none", 1),
        ("B2", "charged", "unopened", 1),
    ]


def test_after_a_direct_finish_it_is_known_of_everybody():
    seats = SEATS | {"B1": {"opening": "none"}}
    found = deeds(FINISHED | {"finish": {"direct": True, "last_tile": "okey"}, "seats": seats})
    assert ("A1", "finished", "direct+okey", 1) in found
    assert ("A2", "opened", "none", 1) in found


def test_infractions_add_up_by_their_codes_and_none_of_them_is_no_row():
    fouls = [{"code": "okey_discard", "count": 2}, {"code": "invalid_meld", "count": 0}]
    said = {"opening": "series", "infractions": [*fouls, {"code": "okey_discard", "count": 1}]}
    found = deeds(FINISHED | {"seats": SEATS | {"A1": said}})
    assert [one for one in found if one[1] == "infraction"] == [("A1", "infraction", "okey_discard", 3)]


def test_a_hand_that_is_worth_nothing_because_nobody_opened_drops_infractions():
    seats = {seat: {"infractions": [{"code": "okey_discard", "count": 1}]} for seat in SEATS}
    found = deeds({"outcome": "deck_exhausted", "seats": seats}, "101-rising")
    assert {(kind, what) for _seat, kind, what, _times in found} == {("opened", "none")}


@pytest.mark.parametrize("rule_set", ["101-pairs", "101-rising"])
def test_where_one_opened_infractions_stand(rule_set):
    foul: dict[str, Any] = {"infractions": [{"code": "okey_discard", "count": 1}]}
    seats = dict.fromkeys(SEATS, foul) | {"B1": foul | {"opening": "series", "rack": {"points": 7}}}
    found = deeds({"outcome": "deck_exhausted", "seats": seats}, rule_set)
    assert [seat for seat, kind, _what, _times in found if kind == "infraction"] == list(SEATS)


@pytest.mark.parametrize(
    ("factors", "code"),
    [
        ((), "plain"),
        ((OKEY,), "okey"),
        ((DIRECT, OKEY), "direct+okey"),
        ((PAIRS, DOUBLE_OKEY), "pairs+double_okey"),
    ],
)
def test_a_kind_of_finish_has_one_code(factors, code):
    assert finish_code(factors) == code


def test_a_deed_happens_once_unless_more_is_said():
    assert Deed("A1", DeedKind.OPENED, "series").times == 1
