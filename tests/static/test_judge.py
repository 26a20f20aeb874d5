from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Any, Final

import pytest

from rules.games.okey101.openings import EarlierOpening, read_group
from rules.games.okey101.playable.client_rules import fault_words, switches
from rules.games.okey101.playable.racks import RackInput, judge_rack
from rules.games.okey101.rulesets import PRESETS, RuleSet
from rules.games.okey101.switches import Ending, FalseOkeyValue
from rules.hands import Opening
from rules.melds import Meld
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, Tile, okey_of, parse_tile
from tests.rules.games.okey101.playable.seeded_racks import crowded, dealt
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

GROUPS: Final = 3000
RACKS: Final = 750

RULES: Final = [
    replace(
        PRESETS["101-pairs"],
        ending=ending,
        false_okey_value=value,
        indicator_in_pairs=in_pairs,
        rising_threshold=rising,
    )
    for ending, value, in_pairs, rising in product(Ending, FalseOkeyValue, [False, True], [False, True])
]


def rules_of(seed: int) -> RuleSet:
    return RULES[seed % len(RULES)]


def test_okey_of_each_indicator_matches_the_rules(modules: Modules) -> None:
    modules.check_cases(
        "judge/tiles",
        "okeyOf",
        {tile.code: ([tile.code], okey_of(tile).code) for tile in NUMBERED_TILES}
        | {"false okey": (["*"], None), "nothing": ([None], None), "no tile": (["b14"], None)},
    )
    codes = [tile.code for tile in (*NUMBERED_TILES, FALSE_OKEY)]
    assert modules.run("judge/tiles", "({ NUMBERED }) => NUMBERED") == codes[:-1]
    assert (
        modules.run("judge/tiles", "({ isTile }, codes) => codes.filter(isTile)", [*codes, "R1", ""]) == codes
    )


# --- Groups ---


def group(chance: random.Random, indicator: Tile) -> list[Tile]:
    first, length, colour = (
        chance.randint(1, 13),
        chance.choice([2, 3, 3, 4, 5, 6, 14]),
        chance.choice(NUMBERED_TILES),
    )
    run = [Tile(colour.colour, (first + more - 1) % 13 + 1) for more in range(length)]
    number = [tile for tile in NUMBERED_TILES if tile.number == first]
    tiles: list[Tile] = chance.choice([run, run, chance.sample(number, min(length, 4)), [colour] * 2])
    strange = [
        okey_of(indicator),
        okey_of(indicator),
        FALSE_OKEY,
        indicator,
        *tiles,
        chance.choice(NUMBERED_TILES),
    ]
    for _change in range(chance.randint(0, 2)):
        tiles[chance.randrange(len(tiles))] = chance.choice(strange)
    tiles += chance.sample(strange, chance.choice([0, 0, 0, 1, 2]))
    return chance.sample(tiles, len(tiles))[: chance.choice([99, 99, 99, 3, 2, 1, 0])]


def meld_answer(meld: Meld) -> dict[str, Any]:
    fault = meld.fault and {"code": meld.fault.code.value, "tiles": codes_of(meld.fault.tiles)}
    stands_for = codes_of(meld.stands_for)
    return {"kind": meld.kind.value, "value": meld.value, "standsFor": stands_for, "fault": fault}


def codes_of(tiles: Iterable[Tile]) -> list[str]:
    return [tile.code for tile in tiles]


def test_groups_are_read_as_in_the_rules(modules: Modules) -> None:
    cases: dict[str, tuple[list[Any], Any]] = {}
    for seed in range(GROUPS):
        chance, rules = random.Random(seed), rules_of(seed)
        indicator = chance.choice(NUMBERED_TILES)
        tiles = group(chance, indicator)
        arguments = [codes_of(tiles), indicator.code, switches(rules)]
        cases[str(seed)] = (arguments, meld_answer(read_group(tiles, indicator, rules)))
    kinds = [answer["kind"] for _asked, answer in cases.values()]
    assert min(kinds.count(kind) for kind in ("run", "set", "pair", "invalid")) > GROUPS / 30
    faults = {answer["fault"]["code"] for _asked, answer in cases.values() if answer["fault"]}
    assert faults == set(fault_words("tr")) - {"unknown_tile"}
    modules.check_cases("judge/melds", "readMeld", cases)


@pytest.mark.parametrize("indicator", ["", "*", None])
def test_nothing_is_wild_without_an_indicator(modules: Modules, indicator: str | None) -> None:
    groups = ("b6 r9 y9", "* *", "* r9", "* * *", "r9 y9 k9", "b5 b5", "* b1 b2")
    rules = [rule_set for rule_set in RULES if rule_set.ending is Ending.FREE]
    cases = {
        f"{codes} {number}": (
            [codes.split(), indicator, switches(switched_rules)],
            meld_answer(read_group([parse_tile(code) for code in codes.split()], None, switched_rules)),
        )
        for codes in groups
        for number, switched_rules in enumerate(rules)
    }
    modules.check_cases("judge/melds", "readMeld", cases)


# --- Racks ---


def rack(seed: int) -> tuple[str, list[str]]:
    if seed % 3 == 0:
        return dealt(seed, size=random.Random(seed).randint(1, 22))
    return crowded(seed, most=22 if seed % 3 == 1 else 10, lowest=1 + seed % 11)


def random_earlier_opening(chance: random.Random) -> EarlierOpening | None:
    after_series = EarlierOpening(Opening.SERIES, chance.randint(90, 180))
    return chance.choice([None, after_series, EarlierOpening(Opening.PAIRS, chance.randint(4, 8))])


def test_racks_are_judged_as_in_the_rules(modules: Modules) -> None:
    arguments: dict[str, list[Any]] = {}
    expected = {}
    for seed in range(RACKS):
        (indicator, tiles), rules = rack(seed), rules_of(seed)
        previous = random_earlier_opening(random.Random(seed))
        last = previous and {"kind": previous.kind.value, "total": previous.total}
        arguments[str(seed)] = [tiles, indicator, switches(rules), last]
        judged = judge_rack(RackInput(tuple(tiles), indicator, previous), rules)
        expected[str(seed)] = (judged.series.total, judged.pairs.total, tuple(judged.opens))
    assert len({opens for _series, _pairs, opens in expected.values()}) == 4
    answers = modules.answers("judge/racks", "judgeRack", arguments)
    assert expected == {
        seed: (answer["series"]["total"], answer["pairs"]["total"], tuple(answer["opens"]))
        for seed, answer in answers.items()
    }
    for name, (tiles, indicator, *_more) in arguments.items():
        for kind in ("series", "pairs"):
            assert_disjoint(answers[name][kind], tiles, parse_tile(indicator), rules_of(int(name)))


def assert_disjoint(found: dict[str, Any], tiles: list[str], indicator: Tile, rules: RuleSet) -> None:
    left = list(tiles)
    for code in (code for meld in found["melds"] for code in meld):
        left.remove(code)
    read = [read_group([parse_tile(code) for code in meld], indicator, rules) for meld in found["melds"]]
    assert all(meld.valid for meld in read)
    assert sum(meld.value for meld in read) == found["total"]
