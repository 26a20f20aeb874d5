import json
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from rules.games.okey101.openings import EarlierOpening, read_group, threshold
from rules.games.okey101.playable.racks import RackInput, judge_rack
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import Ending, FalseOkeyValue
from rules.hands import Opening
from rules.judge import judge_rack_line
from rules.tiles import okey_of, parse_tile
from tests.rules.games.okey101.playable.all_melds import tried
from tests.rules.games.okey101.playable.seeded_racks import crowded, dealt

RULES = [
    replace(PRESETS["101-rising"], ending=ending, false_okey_value=value, indicator_in_pairs=in_pairs)
    for ending, value, in_pairs in product(Ending, FalseOkeyValue, [False, True])
]
"""Every value of each switch that affects racks."""


def ask(tiles, rule_set="101-pairs", **entry):
    rack = {"rule_set": rule_set, "indicator": "b5", "tiles": tiles.split()} | entry
    return judge_rack_line(json.dumps(rack).encode())


def holds(found, tiles, indicator, rules):
    read = [
        read_group([parse_tile(code) for code in meld], parse_tile(indicator), rules) for meld in found.melds
    ]
    used = Counter(code for meld in found.melds for code in meld)
    return (
        all(meld.valid for meld in read)
        and used <= Counter(tiles)
        and sum(meld.value for meld in read) == found.total
    )


def test_answer_has_melds_of_the_given_tiles():
    assert ask("r12 r13 b6 k1 k1 * b5") == {
        "ok": True,
        "series": {"total": 36, "melds": [["b6", "r12", "r13"]]},
        "pairs": {"total": 2, "melds": [["k1", "k1"], ["b6", "r12"]]},
        "opens": [],
    }
    assert ask("r1") == {
        "ok": True,
        "series": {"total": 0, "melds": []},
        "pairs": {"total": 0, "melds": []},
        "opens": [],
    }


@pytest.mark.parametrize(
    ("tiles", "total"),
    [
        ("r12 r13 r1", 0),
        ("r1 r2 r3", 6),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", 91),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 b6 b6", 102),
        ("b6 b6 r1", 6),
        ("b6 b6 r13", 39),
        ("b6 b6 r12", 36),
        ("b6 b6 r11", 36),
        ("b6 r12 r13", 36),
        ("b6 b6 k9 r12 r13", 46),
        ("r5 r6 r7 r5 r6 r7", 36),
        ("r3 r4 r5 r6 r5 r6 r7 r8", 44),
        ("r5 r6 r7 k7 y7", 21),
        ("r7 b7 y7 k7 r7 b7 y7 k7", 56),
        ("r7 b7 y7 r7 b7 k7", 42),
        ("r7 b7 y7 k7 r7 b6", 42),
        ("r7 b7 y7 k7 r7 b7 b6", 49),
        ("* b4 b5", 15),
        ("* * r6 y6 r6 y6", 36),
        ("r11 r12 r13 y11 y12 k11 k13 b6", 72),
    ],
)
def test_best_runs_and_sets(tiles, total):
    assert ask(tiles)["series"]["total"] == total


@pytest.mark.parametrize(
    ("rule_set", "tiles", "total"),
    [
        ("101-pairs", "r1 r1 r1", None),
        ("101-pairs", "r1 r1 k1", 1),
        ("101-pairs", "r1 b6 k1 b6", 2),
        ("101-pairs", "r1 r1 b6 b6", 2),
        ("101-pairs", "* * b6", 1),
        ("101-pairs", "b5 b6", 0),
        ("101-pairs", "b5 b6 b6", 1),
        ("101-rising", "b5 b6", 1),
        ("101-rising", "b5 b6 b6 r1 r2 r3", 3),
        ("101-rising", "b5 r1", 1),
    ],
)
def test_most_pairs(rule_set, tiles, total):
    answer = ask(tiles, rule_set)
    assert answer["pairs"]["total"] == total if answer["ok"] else total is None


FIVE_PAIRS = "r1 r1 k2 k2 b3 b3 y4 y4 r6 r6"


@pytest.mark.parametrize(
    ("tiles", "rule_set", "previous", "opens"),
    [
        ("r11 r12 r13 k11 k12 k13 y8 y9 y10 k1", "101-pairs", None, []),
        ("r11 r12 r13 k11 k12 k13 y9 y10 y11 k1", "101-pairs", None, ["series"]),
        # All of 102 points are in melds: without a tile for the discard, the total is too low.
        ("r11 r12 r13 k11 k12 k13 y9 y10 y11", "101-pairs", None, []),
        ("r11 r12 r13 k11 k12 k13 y9 y10 y11", "101-rounds", None, []),
        ("r11 r12 r13 k11 k12 k13 y9 y10 y11", "101-rising", None, ["series"]),
        # The lowest tile of a longer run can be the discard.
        ("r11 r12 r13 k11 k12 k13 y8 y9 y10 y11", "101-pairs", None, ["series"]),
        # An okey can be the discard, like the tile it replaced.
        ("r11 r12 r13 k11 k12 k13 y9 y10 b6", "101-pairs", None, []),
        ("r11 r12 r13 k11 k12 k13 y11 y12 y13 b6 b6 r1", "101-pairs", None, ["series"]),
        (FIVE_PAIRS, "101-pairs", None, []),
        (FIVE_PAIRS + " y9", "101-pairs", None, ["pairs"]),
        (FIVE_PAIRS, "101-rising", None, ["pairs"]),
        (FIVE_PAIRS + " b5", "101-pairs", None, ["pairs"]),
        (FIVE_PAIRS + " b5 y9", "101-rising", {"kind": "pairs", "total": 5}, ["pairs"]),
        (FIVE_PAIRS + " y8 y9", "101-rising", {"kind": "pairs", "total": 5}, []),
        (FIVE_PAIRS + " y8 y9", "101-rounds", {"kind": "pairs", "total": 5}, ["pairs"]),
        (FIVE_PAIRS + " y8 y9", "101-rising", {"kind": "series", "total": 130}, ["pairs"]),
        ("r11 r12 r13 k11 k12 k13 y9 y10 y11", "101-rising", {"kind": "series", "total": 101}, ["series"]),
        ("r11 r12 r13 k11 k12 k13 y9 y10 y11", "101-rising", {"kind": "series", "total": 102}, []),
        (
            "r12 r12 k12 k12 y12 y12 b12 b12 r13 r13 y1",
            "101-pairs",
            {"kind": "series", "total": 500},
            ["pairs"],
        ),
        ("r12 r12 k12 k12 y12 y12 b12 b12 b6 r13 r13 k13 y1", "101-pairs", None, ["series", "pairs"]),
    ],
)
def test_rack_opens_only_with_sufficient_melds(tiles, rule_set, previous, opens):
    assert ask(tiles, rule_set, previous=previous)["opens"] == opens


@pytest.mark.parametrize(("racks", "most", "lowest", "opening"), [(700, 9, 1, 1), (140, 12, 10, 30)])
def test_search_equals_brute_force(racks, most, lowest, opening):
    opened: Counter[Opening] = Counter()
    for seed in range(racks):
        indicator, tiles = crowded(seed, most, lowest)
        rules = RULES[seed % len(RULES)]
        judged = judge_rack(RackInput(tuple(tiles), indicator), rules)
        series, pairs = (tried(tiles, indicator, rules, pairs=kind) for kind in (False, True))
        assert (judged.series.total, judged.pairs.total) == (series[len(tiles)], pairs[len(tiles)]), seed
        assert holds(judged.series, tiles, indicator, rules), seed
        assert holds(judged.pairs, tiles, indicator, rules), seed
        laid = len(tiles) - (rules.ending is Ending.DISCARD)
        reached = {Opening.SERIES: series[laid], Opening.PAIRS: pairs[laid]}
        assert judged.opens == tuple(kind for kind, most in reached.items() if most >= threshold(kind, rules))
        opened.update(judged.opens)
    assert sum(opened.values()) >= opening


def test_full_racks_get_valid_melds():
    for seed in range(60):
        indicator, tiles = dealt(seed, okeys=seed % 3)
        assert tiles.count(okey_of(parse_tile(indicator)).code) == seed % 3
        rules = RULES[seed % len(RULES)]
        judged = judge_rack(RackInput(tuple(tiles), indicator), rules)
        assert holds(judged.series, tiles, indicator, rules), seed
        assert holds(judged.pairs, tiles, indicator, rules), seed


def test_later_opening_must_exceed_the_previous_one():
    rack = RackInput(("r11", "r12", "r13", "k11", "k12", "k13", "y9", "y10", "y11"), "b5")
    for total, opens in ((101, (Opening.SERIES,)), (102, ())):
        later = replace(rack, previous=(EarlierOpening(Opening.SERIES, total),))
        assert judge_rack(later, PRESETS["101-rising"]).opens == opens


@pytest.mark.parametrize(
    ("rack", "errors"),
    [
        ({"tiles": ["r1"] * 2}, None),
        ({"tiles": ["r1"] * 3}, ["impossible_tiles"]),
        ({"tiles": ["*"] * 3}, ["impossible_tiles"]),
        ({"tiles": ["b6"] * 2}, None),
        ({"tiles": ["b5"]}, None),
        ({"tiles": ["b5"] * 2}, ["impossible_tiles"]),
        ({"tiles": ["r14"]}, ["impossible_tiles"]),
        ({"tiles": ["R1"]}, ["impossible_tiles"]),
        ({"tiles": [""]}, ["impossible_tiles"]),
        ({"indicator": "*"}, ["impossible_tiles"]),
        ({"indicator": "g5"}, ["impossible_tiles"]),
        ({"indicator": ""}, ["impossible_tiles"]),
        ({"tiles": [f"{colour}{number}" for colour in "ry" for number in range(1, 12)]}, None),
        (
            {"tiles": [f"{colour}{number}" for colour in "ryk" for number in range(1, 9)][:23]},
            ["too_many_tiles"],
        ),
        ({"tiles": ["r1"] * 23}, ["impossible_tiles", "too_many_tiles"]),
        ({"rule_set": "101-nobody"}, ["unknown_rule_set"]),
        ({"rule_set": "okey-105", "indicator": None, "task": "kut_3"}, ["unknown_rule_set"]),
        ({"task": None}, None),
        (
            {"rule_set": "", "tiles": ["r1"] * 23},
            ["unknown_rule_set", "impossible_tiles", "too_many_tiles"],
        ),
        ({"rule_set": None}, None),
        ({"previous": None}, None),
        ({"previous": {"kind": "series", "total": 120}}, None),
        ({"tiles": []}, ["malformed_rack"]),
        ({"tiles": None}, ["malformed_rack"]),
        ({"tiles": "r1 r2"}, ["malformed_rack"]),
        ({"tiles": ["r1", 7]}, ["malformed_rack"]),
        ({"tiles": ["r1", "\ud800"]}, ["malformed_rack"]),
        ({"indicator": None}, ["malformed_rack"]),
        ({"indicator": 5}, ["malformed_rack"]),
        ({"rule_set": 101}, ["malformed_rack"]),
        ({"rule_set": "101-nobody", "tiles": []}, ["malformed_rack"]),
        ({"task": "kut_3"}, ["malformed_rack"]),
        ({"colour": "r"}, ["malformed_rack"]),
        ({"previous": {"kind": "none", "total": 1}}, ["malformed_rack"]),
        ({"previous": {"kind": "mixed", "total": 1}}, ["malformed_rack"]),
        ({"previous": {"kind": "pairs"}}, ["malformed_rack"]),
        ({"previous": {"kind": "pairs", "total": "6"}}, ["malformed_rack"]),
        ({"previous": {"kind": "pairs", "total": 6, "by": "A1"}}, ["malformed_rack"]),
        ({"previous": 6}, ["malformed_rack"]),
    ],
)
def test_invalid_rack_is_refused(rack, errors):
    answer = judge_rack_line(json.dumps({"indicator": "b5", "tiles": ["r1"]} | rack).encode())
    assert (answer.get("errors"), answer["ok"]) == (errors, errors is None)
    assert errors is None or answer == {"ok": False, "errors": errors}


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b'{"indicator": "b5", "tiles": ["r1"], "tiles": ["r2"]}',
        b'{"indicator": "b5", "tiles": ["\xff"]}',
        b"[" * 100_000,
    ],
)
def test_malformed_rack_is_refused(line):
    assert judge_rack_line(line) == {"ok": False, "errors": ["malformed_rack"]}
