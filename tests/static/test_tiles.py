from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rules.games.okey101.amounts import count_rack, false_okey_tile
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import FalseOkeyValue
from rules.games.okey_task.racks import count_rack as count_task_rack
from rules.hands import Rack
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, okey_of
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE = "tiles/tile-counts"
RULES = rule_set("101-pairs")
CODES = [tile.code for tile in (*NUMBERED_TILES, FALSE_OKEY)]


@pytest.mark.parametrize("value", FalseOkeyValue)
def test_rack_counts_the_same_on_phone_and_server(modules: Modules, value: FalseOkeyValue) -> None:
    rules, chance = replace(RULES, false_okey_value=value), random.Random(101)
    racks = {}
    for number in range(500):
        up = chance.choice(NUMBERED_TILES)
        okey_too = chance.choice([[], [f"{up.colour}{up.number % 13 + 1}"], ["*"]])
        codes = chance.sample([*CODES, *CODES], chance.randint(0, 13)) + okey_too
        racks[str(number)] = codes, up
    counts = modules.answers(
        MODULE,
        "countTiles",
        {name: [codes, up.code, false_okey_tile(up, rules).number] for name, (codes, up) in racks.items()},
    )
    counted = {name: count_rack(Rack(tiles=tuple(codes)), up, rules) for name, (codes, up) in racks.items()}
    assert counts == {name: {"points": count.points, "okeys": count.okeys} for name, count in counted.items()}


def test_jokers_count_nothing_without_an_indicator(modules: Modules) -> None:
    chance = random.Random(20)
    racks = {str(number): chance.sample([*CODES, *CODES], chance.randint(0, 30)) for number in range(200)}
    counts = modules.answers(MODULE, "countTiles", {name: [codes, "", 0] for name, codes in racks.items()})
    counted = {name: count_task_rack(Rack(tiles=tuple(codes))) for name, codes in racks.items()}
    assert {name: count["points"] for name, count in counts.items()} == {
        name: count.points for name, count in counted.items()
    }


def test_okey_is_one_above_the_indicator(modules: Modules) -> None:
    cases = {tile.code: ([tile.code], okey_of(tile).code) for tile in NUMBERED_TILES}
    modules.check_cases(MODULE, "okeyOf", cases | {"no indicator": ([""], "")})


def test_every_tile_has_two_copies_including_the_indicator(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "whyUnavailable",
        {
            "none yet": (["r7", [], "b5"], ""),
            "one there": (["r7", ["r7", "k7"], "b5"], ""),
            "both there": (["r7", ["r7", "k7", "r7"], "b5"], "both"),
            "the indicator's other copy": (["b5", ["r7"], "b5"], ""),
            "the indicator and its copy": (["b5", ["b5"], "b5"], "turnedUp"),
            "false okeys": (["*", ["*"], "b5"], ""),
            "both false okeys": (["*", ["*", "*"], "b5"], "both"),
            "before there is an indicator": (["b5", ["b5"], ""], ""),
        },
    )


def test_codes_are_written_to_a_field_and_read_without_invalid_ones(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "parseTiles",
        {
            "nothing": ([""], []),
            "blanks": (["r7 k13 *"], ["r7", "k13", "*"]),
            "commas": (["r7,k13 , *"], ["r7", "k13", "*"]),
            "no tiles": (["r7 r14 x7 7 b0"], ["r7"]),
        },
    )
    assert modules.answer(MODULE, "formatTiles", ["r7", "*"]) == "r7 *"


def test_tile_at_a_position_is_removed(modules: Modules) -> None:
    assert modules.answer(MODULE, "withoutTileAt", ["r7", "r7", "k1"], 1) == ["r7", "k1"]
