"""Reading hand reports: what has the shape of RULES §3, and what has not."""

import json
from copy import deepcopy
from typing import Any

import pytest

from rules.reports import (
    Finish,
    Infraction,
    LastTile,
    Malformed,
    Opening,
    Outcome,
    Rack,
    SeatReport,
    parse_report,
    parse_report_text,
)
from tests.rules.builders import FOUR_NONE, deck_empty, finished, fouled

WHOLE: dict[str, Any] = {
    "rule_set": "101-pairs",
    "outcome": "finished",
    "finisher": "A1",
    "finish": {"last_tile": "okey", "direct": False},
    "indicator": "b5",
    "seats": {
        "A1": {"opening": "series"},
        "B1": {"opening": "pairs", "rack": {"points": 30, "okeys": 1}},
        "A2": {"opening": "none"},
        "B2": {
            "opening": "series",
            "rack": {"tiles": ["k7", "*", "b6"]},
            "infractions": [{"code": "playable_discard", "count": 1}],
        },
    },
    "accepted": ["many_infractions"],
}


def changed(**parts):
    return deepcopy(WHOLE) | parts


def with_seat(**parts):
    seats = deepcopy(WHOLE["seats"])
    return changed(seats=seats | {"B1": parts})


def test_a_report_is_read_whole():
    report = parse_report(WHOLE)
    assert report.outcome is Outcome.FINISHED
    assert (report.finisher, report.finish) == ("A1", Finish(LastTile.OKEY, direct=False))
    assert (report.rule_set, report.indicator, report.accepted) == ("101-pairs", "b5", ("many_infractions",))
    assert report.seats["B1"] == SeatReport(Opening.PAIRS, Rack(30, 1))
    assert report.seats["B2"].rack == Rack(tiles=("k7", "*", "b6"))
    assert report.seats["B2"].infractions == (Infraction("playable_discard", 1),)


def test_what_is_left_out_has_its_default():
    report = parse_report(deck_empty(A1={}))
    assert report.seats["A1"] == SeatReport(Opening.NONE, None, (), told=False)
    assert report.finish == Finish(LastTile.PLAIN, direct=False)
    assert (report.finisher, report.indicator, report.rule_set, report.accepted) == (None, None, None, ())


def test_null_counts_as_absent():
    empty = {"opening": None, "rack": None, "infractions": None}
    entry = deck_empty(A1=empty, B1={"rack": {"points": 4, "okeys": None, "tiles": None}})
    optional: dict[str, Any] = dict.fromkeys(
        ("rule_set", "finisher", "finish", "indicator", "accepted", "task", "before")
    )
    report = parse_report(entry | optional)
    assert report == parse_report(deck_empty(A1={}, B1={"rack": {"points": 4}}))
    assert parse_report(entry | {"finish": {"last_tile": None, "direct": None}}) == report


@pytest.mark.parametrize("entry", [WHOLE, deck_empty(**FOUR_NONE), finished(), finished(B1=fouled("none"))])
def test_reports_round_trip(entry):
    report = parse_report(entry)
    assert parse_report(report.to_dict()) == report
    assert parse_report_text(report.to_json()) == report
    assert parse_report_text(report.to_json()).to_json() == report.to_json()


def test_canonical_text_has_sorted_keys_no_spaces_and_plain_letters():
    report = parse_report(finished(B1=fouled("none", okey_discard=1)))
    assert report.to_json() == json.dumps(
        report.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    shuffled = {key: WHOLE[key] for key in reversed(WHOLE)}
    assert parse_report(shuffled).to_json() == parse_report(WHOLE).to_json()


def test_fouls_add_up_over_their_entries():
    twice = [{"code": "okey_discard", "count": 1}, {"code": "okey_discard", "count": 2}]
    entry = parse_report(with_seat(infractions=twice)).seats["B1"]
    assert (entry.count_of("okey_discard"), entry.count_of("invalid_meld")) == (3, 0)
    assert entry.infraction_count == 3


def without(key):
    entry = deepcopy(WHOLE)
    del entry[key]
    return entry


MALFORMED = {
    "a list": [],
    "null": None,
    "a number": 7,
    "no outcome": without("outcome"),
    "no seats": without("seats"),
    "outcome null": changed(outcome=None),
    "outcome unknown": changed(outcome="draw"),
    "outcome no text": changed(outcome=1),
    "outcome a list": changed(outcome=["finished"]),
    "seats null": changed(seats=None),
    "seats a list": changed(seats=[]),
    "seat null": changed(seats={"A1": None}),
    "seat a text": changed(seats={"A1": "series"}),
    "unknown key": changed(colour="green"),
    "unknown key, null": changed(colour=None),
    "key of the task game": changed(task="seri_4"),
    "key of classic okey": changed(before={"A": 1}),
    "indicator shown": changed(indicator_shown_by="A1"),
    "hand of classic okey": changed(finish={"hand": "groups"}),
    "rule set no text": changed(rule_set=5),
    "finisher no text": changed(finisher=1),
    "indicator no text": changed(indicator=5),
    "finish a text": changed(finish="okey"),
    "finish with an unknown key": changed(finish={"tile": "okey"}),
    "last tile unknown": changed(finish={"last_tile": "joker"}),
    "direct no flag": changed(finish={"direct": 1}),
    "accepted a text": changed(accepted="many_infractions"),
    "accepted numbers": changed(accepted=[1]),
    "opening unknown": with_seat(opening="both"),
    "opening a flag": with_seat(opening=True),
    "seat with an unknown key": with_seat(name="Ayşe"),
    "rack a number": with_seat(rack=7),
    "rack empty": with_seat(rack={}),
    "rack with okeys alone": with_seat(rack={"okeys": 1}),
    "rack with points and tiles": with_seat(rack={"points": 7, "tiles": ["r7"]}),
    "rack with tiles and okeys": with_seat(rack={"tiles": ["r7"], "okeys": 0}),
    "rack with an unknown key": with_seat(rack={"points": 7, "jokers": 0}),
    "points true": with_seat(rack={"points": True}),
    "points 5.0": with_seat(rack={"points": 5.0}),
    "points a text": with_seat(rack={"points": "5"}),
    "points null": with_seat(rack={"points": None}),
    "points over 10,000": with_seat(rack={"points": 10_001}),
    "okeys false": with_seat(rack={"points": 5, "okeys": False}),
    "tiles a text": with_seat(rack={"tiles": "r7"}),
    "tiles with numbers": with_seat(rack={"tiles": [7]}),
    "infractions an object": with_seat(infractions={"okey_discard": 1}),
    "infraction a text": with_seat(infractions=["okey_discard"]),
    "infraction without a count": with_seat(infractions=[{"code": "okey_discard"}]),
    "infraction with a null count": with_seat(infractions=[{"code": "okey_discard", "count": None}]),
    "infraction without a code": with_seat(infractions=[{"count": 1}]),
    "infraction with more": with_seat(infractions=[{"code": "okey_discard", "count": 1, "by": "A1"}]),
    "count true": with_seat(infractions=[{"code": "okey_discard", "count": True}]),
    "21 infractions": with_seat(infractions=[{"code": "okey_discard", "count": 7}] * 3),
    "half a character": changed(finisher="\ud800"),
    "half a character as a seat": changed(seats={"\udfff": {}}),
    "a key that is no text": changed(seats={1: {}}),
}


@pytest.mark.parametrize("entry", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_has_not_the_shape_is_malformed(entry):
    with pytest.raises(Malformed) as refused:
        parse_report(entry)
    assert refused.value.message.tr
    assert refused.value.message.en == str(refused.value)


def test_the_message_says_where():
    with pytest.raises(Malformed) as refused:
        parse_report(with_seat(rack={"points": "5"}))
    assert refused.value.message.en == "seats.B1.rack.points: must be a whole number."
    assert refused.value.message.tr == "seats.B1.rack.points: tam sayı olmalı."


def test_foreign_names_are_quoted_short_and_few():
    with pytest.raises(Malformed) as refused:
        parse_report(changed(**{f"{number}" + "x" * 1000: 1 for number in range(1000)}))
    assert len(refused.value.message.tr) < 400


def test_the_limits_themselves_are_allowed():
    seat = parse_report(with_seat(rack={"points": 10_000}, infractions=[{"code": "x", "count": 20}])).seats[
        "B1"
    ]
    assert (seat.rack, seat.infraction_count) == (Rack(10_000), 20)
    below = parse_report(with_seat(rack={"points": -10_001, "okeys": -1})).seats["B1"]
    assert below.rack == Rack(-10_001, -1)
