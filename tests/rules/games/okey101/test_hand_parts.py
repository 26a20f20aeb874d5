from typing import Any

import pytest

from rules.games.okey101.hand_parts import hand_summary
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import rule_set
from rules.hand_summary import HandSummary, VersionReport

RULES = rule_set("101-pairs")
SEATS: dict[str, dict[str, Any]] = {seat: {"opening": "none"} for seat in ("A1", "B1", "A2", "B2")}


def part_of_b1(seat_report: dict[str, Any], **changes: Any) -> HandSummary:
    entry = {"outcome": "finished", "finisher": "A1", "seats": SEATS | {"B1": seat_report}} | changes
    return hand_summary(VersionReport(parse_report(entry), RULES), {})["B1"]


@pytest.mark.parametrize(
    ("seat_report", "turkish", "english"),
    [
        ({}, ["açıp açmadığı sorulmadı"], ["not asked about opening"]),
        ({"opening": "none"}, ["açmadı"], ["did not open"]),
        ({"opening": "series"}, ["seri açtı"], ["opened with series"]),
        (
            {"opening": "pairs", "rack": {"points": 30}},
            ["çift açtı", "elinde kalan 30"],
            ["opened with pairs", "rack 30"],
        ),
        (
            {"opening": "series", "rack": {"points": 0, "okeys": 1}},
            ["seri açtı", "elinde kalan 0, 1 okey"],
            ["opened with series", "rack 0, 1 okey"],
        ),
        (
            {"opening": "series", "rack": {"points": 9, "okeys": 2}},
            ["seri açtı", "elinde kalan 9, 2 okey"],
            ["opened with series", "rack 9, 2 okeys"],
        ),
    ],
)
def test_opening_and_rack_are_described(seat_report, turkish, english):
    summary = part_of_b1(seat_report)
    assert [text.tr for text in summary.words] == turkish
    assert [text.en for text in summary.words] == english
    assert (summary.finished, summary.tiles, summary.indicator, summary.fouls) == (False, (), "", ())


def test_finisher_is_described():
    summary = part_of_b1({"opening": "series"}, finisher="B1")
    assert summary.finished
    assert [(text.tr, text.en) for text in summary.words] == [
        ("bitti, seri açtı", "finished, opened with series")
    ]


def test_rack_with_tiles_shows_them():
    rack = {"tiles": ["r7", "r6", "x9"]}
    summary = part_of_b1({"opening": "series", "rack": rack}, indicator="r5")
    assert (summary.tiles, summary.indicator) == (("r7", "r6"), "r5")
    assert [text.en for text in summary.words] == ["opened with series", "rack 7, 1 okey"]


def test_each_infraction_is_listed_once():
    fouls = [{"code": code, "count": 1} for code in ("okey_discard", "spitting", "okey_discard")]
    assert [foul.en for foul in part_of_b1({"infractions": fouls}).fouls] == [
        "Okey discarded × 2",
        "spitting",
    ]
    assert part_of_b1({"infractions": fouls}).fouls[0].tr == "Okey atma × 2"


def test_missing_seat_has_no_summary():
    entry = {"outcome": "finished", "finisher": "A1", "seats": {"A1": {}}}
    assert list(hand_summary(VersionReport(parse_report(entry), RULES), {})) == ["A1"]
