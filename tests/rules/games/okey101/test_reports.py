from copy import deepcopy
from typing import Any

import pytest

from rules.games.okey101.reports import parse_report, parse_report_text
from rules.hands import Finish, Infraction, LastTile, Opening, Outcome, Rack, SeatReport
from rules.strict_json import Malformed
from tests.rules.hand_builders import FOUR_NONE, deck_empty, finished, fouled

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


def test_report_is_parsed_completely():
    report = parse_report(WHOLE)
    assert report.outcome is Outcome.FINISHED
    assert (report.finisher, report.finish) == ("A1", Finish(LastTile.OKEY, direct=False))
    assert (report.rule_set, report.indicator, report.accepted) == ("101-pairs", "b5", ("many_infractions",))
    assert report.seats["B1"] == SeatReport(Opening.PAIRS, Rack(30, 1))
    assert report.seats["B2"].rack == Rack(tiles=("k7", "*", "b6"))
    assert report.seats["B2"].infractions == (Infraction("playable_discard", 1),)


def test_omitted_members_have_their_defaults():
    report = parse_report(deck_empty(A1={}))
    assert report.seats["A1"] == SeatReport(Opening.NONE, None, (), opening_reported=False)
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
    entry = deck_empty(B1=fouled("none", okey_discard=1), A2={}, B2=("series", ["r7"]))
    assert parse_report(entry | {"rule_set": "Eşli"}).to_json() == (
        '{"outcome":"deck_exhausted","rule_set":"Eşli","seats":{"A2":{},'
        '"B1":{"infractions":[{"code":"okey_discard","count":1}],"opening":"none"},'
        '"B2":{"opening":"series","rack":{"tiles":["r7"]}}}}'
    )
    shuffled = {key: WHOLE[key] for key in reversed(WHOLE)}
    assert parse_report(shuffled).to_json() == parse_report(WHOLE).to_json()


def test_finish_is_written_after_a_finish_or_a_claim():
    plain = {"last_tile": "plain", "direct": False}
    assert parse_report(finished()).to_dict()["finish"] == plain
    assert "finish" not in parse_report(deck_empty(**FOUR_NONE)).to_dict()
    claimed = parse_report(deck_empty(**FOUR_NONE) | {"finish": {"direct": True}})
    assert claimed.to_dict()["finish"] == plain | {"direct": True}


def test_infractions_add_up_over_their_entries():
    twice = [{"code": "okey_discard", "count": 1}, {"code": "okey_discard", "count": 2}]
    entry = parse_report(with_seat(infractions=twice)).seats["B1"]
    assert (entry.count_of("okey_discard"), entry.count_of("invalid_meld")) == (3, 0)
    assert entry.infraction_count == 3


def hand_without(key):
    entry = deepcopy(WHOLE)
    del entry[key]
    return entry


POINTS_OR_TILES = "seats.B1.rack: must have either “points” (with “okeys” if any) or only “tiles”."

MALFORMED = {
    "a list": ([], "must be a JSON object."),
    "null": (None, "must be a JSON object."),
    "a number": (7, "must be a JSON object."),
    "no outcome": (hand_without("outcome"), "“outcome” is missing."),
    "no seats": (hand_without("seats"), "“seats” is missing."),
    "outcome null": (changed(outcome=None), "“outcome” is missing."),
    "outcome unknown": (
        changed(outcome="draw"),
        "outcome: must be one of finished, deck_exhausted, all_opened_pairs.",
    ),
    "outcome no text": (changed(outcome=1), "outcome: must be a string."),
    "outcome a list": (changed(outcome=["finished"]), "outcome: must be a string."),
    "seats null": (changed(seats=None), "“seats” is missing."),
    "seats a list": (changed(seats=[]), "seats: must be a JSON object."),
    "seat null": (changed(seats={"A1": None}), "seats.A1: must be a JSON object."),
    "seat a text": (changed(seats={"A1": "series"}), "seats.A1: must be a JSON object."),
    "seat of a long name": (changed(seats={"A" * 1000: 7}), "seats.AAAAAAAA: must be a JSON object."),
    "unknown key": (changed(colour="green"), "unknown key: “colour”."),
    "unknown key, null": (changed(colour=None), "unknown key: “colour”."),
    "key of the task game": (changed(task="seri_4"), "“task” does not belong to this game."),
    "key of classic okey": (changed(before={"A": 1}), "“before” does not belong to this game."),
    "indicator shown": (
        changed(indicator_shown_by="A1"),
        "“indicator_shown_by” does not belong to this game.",
    ),
    "hand of classic okey": (
        changed(finish={"hand": "groups"}),
        "finish: “hand” does not belong to this game.",
    ),
    "rule set no text": (changed(rule_set=5), "rule_set: must be a string."),
    "finisher no text": (changed(finisher=1), "finisher: must be a string."),
    "indicator no text": (changed(indicator=5), "indicator: must be a string."),
    "finish a text": (changed(finish="okey"), "finish: must be a JSON object."),
    "finish with an unknown key": (changed(finish={"tile": "okey"}), "finish: unknown key: “tile”."),
    "last tile unknown": (
        changed(finish={"last_tile": "joker"}),
        "finish.last_tile: must be one of plain, okey, double_okey.",
    ),
    "direct no flag": (changed(finish={"direct": 1}), "finish.direct: must be true or false."),
    "accepted a text": (changed(accepted="many_infractions"), "accepted: must be a list."),
    "accepted numbers": (changed(accepted=[1]), "accepted: must be a string."),
    "opening unknown": (with_seat(opening="both"), "seats.B1.opening: must be one of none, series, pairs."),
    "opening a flag": (with_seat(opening=True), "seats.B1.opening: must be a string."),
    "seat with an unknown key": (with_seat(name="Ayşe"), "seats.B1: unknown key: “name”."),
    "rack a number": (with_seat(rack=7), "seats.B1.rack: must be a JSON object."),
    "rack empty": (with_seat(rack={}), POINTS_OR_TILES),
    "rack with okeys alone": (with_seat(rack={"okeys": 1}), POINTS_OR_TILES),
    "rack with points and tiles": (with_seat(rack={"points": 7, "tiles": ["r7"]}), POINTS_OR_TILES),
    "rack with tiles and okeys": (with_seat(rack={"tiles": ["r7"], "okeys": 0}), POINTS_OR_TILES),
    "rack with an unknown key": (
        with_seat(rack={"points": 7, "jokers": 0}),
        "seats.B1.rack: unknown key: “jokers”.",
    ),
    "points true": (with_seat(rack={"points": True}), "seats.B1.rack.points: must be a whole number."),
    "points 5.0": (with_seat(rack={"points": 5.0}), "seats.B1.rack.points: must be a whole number."),
    "points a text": (with_seat(rack={"points": "5"}), "seats.B1.rack.points: must be a whole number."),
    "points null": (with_seat(rack={"points": None}), POINTS_OR_TILES),
    "points over 10,000": (
        with_seat(rack={"points": 10_001}),
        "seats.B1.rack.points: cannot be over 10,000.",
    ),
    "okeys false": (
        with_seat(rack={"points": 5, "okeys": False}),
        "seats.B1.rack.okeys: must be a whole number.",
    ),
    "tiles a text": (with_seat(rack={"tiles": "r7"}), "seats.B1.rack.tiles: must be a list."),
    "tiles with numbers": (with_seat(rack={"tiles": [7]}), "seats.B1.rack.tiles: must be a string."),
    "infractions an object": (
        with_seat(infractions={"okey_discard": 1}),
        "seats.B1.infractions: must be a list.",
    ),
    "infraction a text": (
        with_seat(infractions=["okey_discard"]),
        "seats.B1.infractions: must be a JSON object.",
    ),
    "infraction without a count": (
        with_seat(infractions=[{"code": "okey_discard"}]),
        "seats.B1.infractions: “count” is missing.",
    ),
    "infraction with a null count": (
        with_seat(infractions=[{"code": "okey_discard", "count": None}]),
        "seats.B1.infractions: “count” is missing.",
    ),
    "infraction without a code": (
        with_seat(infractions=[{"count": 1}]),
        "seats.B1.infractions: “code” is missing.",
    ),
    "infraction of no text": (
        with_seat(infractions=[{"code": 5, "count": 1}]),
        "seats.B1.infractions.code: must be a string.",
    ),
    "infraction with more": (
        with_seat(infractions=[{"code": "okey_discard", "count": 1, "by": "A1"}]),
        "seats.B1.infractions: unknown key: “by”.",
    ),
    "count true": (
        with_seat(infractions=[{"code": "okey_discard", "count": True}]),
        "seats.B1.infractions.count: must be a whole number.",
    ),
    "21 infractions": (
        with_seat(infractions=[{"code": "okey_discard", "count": 7}] * 3),
        "seats.B1.infractions: one player can have 20 infractions in a hand at most.",
    ),
    "half a character": (changed(finisher="\ud800"), "finisher: contains a broken character."),
    "half a character as a seat": (changed(seats={"\udfff": {}}), "seats: contains a broken character."),
    "a key that is no text": (changed(seats={1: {}}), "seats: must be a string."),
}


def refusal(entry):
    with pytest.raises(Malformed) as refused:
        parse_report(entry)
    assert str(refused.value) == refused.value.message.en
    return refused.value.message


@pytest.mark.parametrize(("entry", "message"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_report_says_where(entry, message):
    refused = refusal(entry)
    assert refused.en == message
    assert refused.tr != message


IN_TURKISH = {
    "no outcome": "“outcome” eksik.",
    "infraction without a count": "seats.B1.infractions: “count” eksik.",
    "hand of classic okey": "finish: “hand” bu oyunda yok.",
    "rack empty": "seats.B1.rack: ya “points” (istenirse “okeys” ile) ya da yalnız “tiles” olmalı.",
    "21 infractions": "seats.B1.infractions: bir oyuncuya bir elde en çok 20 kural hatası yazılabilir.",
}


@pytest.mark.parametrize(("name", "message"), IN_TURKISH.items(), ids=IN_TURKISH.keys())
def test_error_messages_are_in_turkish(name, message):
    entry, _ = MALFORMED[name]
    assert refusal(entry).tr == message


def test_foreign_names_are_quoted_shortened_and_limited():
    refused = refusal(changed(**{f"{number}" + "x" * 1000: 1 for number in range(1000)}))
    assert len(refused.tr) < 400


def test_limits_themselves_are_allowed():
    seat = parse_report(with_seat(rack={"points": 10_000}, infractions=[{"code": "x", "count": 20}])).seats[
        "B1"
    ]
    assert (seat.rack, seat.infraction_count) == (Rack(10_000), 20)
    below = parse_report(with_seat(rack={"points": -10_001, "okeys": -1})).seats["B1"]
    assert below.rack == Rack(-10_001, -1)


def test_negative_or_zero_count_does_not_affect_the_limit():
    over = [{"code": "x", "count": 21}, {"code": "y", "count": -1}]
    assert refusal(with_seat(infractions=over)).en.endswith("20 infractions in a hand at most.")
    full = [{"code": "x", "count": 20}, {"code": "y", "count": 0}, {"code": "z", "count": -1}]
    assert parse_report(with_seat(infractions=full)).seats["B1"].infraction_count == 19
