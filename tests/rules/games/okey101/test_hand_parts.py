"""What a hand of the 101 family tells of each player, in words."""

from typing import Any

import pytest

from rules.games.okey101.hand_parts import parts_of
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import rule_set
from rules.hand_summary import Part, Told

RULES = rule_set("101-pairs")
SEATS: dict[str, dict[str, Any]] = {seat: {"opening": "none"} for seat in ("A1", "B1", "A2", "B2")}


def part_of_b1(said: dict[str, Any], **changes: Any) -> Part:
    entry = {"outcome": "finished", "finisher": "A1", "seats": SEATS | {"B1": said}} | changes
    return parts_of(Told(parse_report(entry), RULES), {})["B1"]


@pytest.mark.parametrize(
    ("said", "turkish", "english"),
    [
        ({}, ["açıp açmadığı sorulmadı"], ["not asked whether he opened"]),
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
def test_opening_and_rack_have_their_words(said, turkish, english):
    part = part_of_b1(said)
    assert [words.tr for words in part.words] == turkish
    assert [words.en for words in part.words] == english
    assert (part.finished, part.tiles, part.indicator, part.fouls) == (False, (), "", ())


def test_the_finisher_is_told_so():
    part = part_of_b1({"opening": "series"}, finisher="B1")
    assert part.finished
    assert [(words.tr, words.en) for words in part.words] == [
        ("bitti, seri açtı", "finished, opened with series")
    ]


def test_a_rack_told_tile_by_tile_is_shown_so():
    rack = {"tiles": ["r7", "r6", "x9"]}
    part = part_of_b1({"opening": "series", "rack": rack}, indicator="r5")
    assert (part.tiles, part.indicator) == (("r7", "r6"), "r5")
    assert [words.en for words in part.words] == ["opened with series", "rack 7, 1 okey"]


def test_infractions_are_told_once_each():
    fouls = [{"code": code, "count": 1} for code in ("okey_discard", "spitting", "okey_discard")]
    assert [foul.en for foul in part_of_b1({"infractions": fouls}).fouls] == [
        "Okey discarded × 2",
        "spitting",
    ]
    assert part_of_b1({"infractions": fouls}).fouls[0].tr == "Okey atma × 2"


def test_a_seat_that_is_missing_has_no_part():
    entry = {"outcome": "finished", "finisher": "A1", "seats": {"A1": {}}}
    assert list(parts_of(Told(parse_report(entry), RULES), {})) == ["A1"]
