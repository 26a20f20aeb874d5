from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, Final

import pytest

from rules.games.okey101.openings import (
    EarlierOpening,
    JudgedOpening,
    LaidOpening,
    OpeningError,
    OpeningKind,
    judge_opening,
)
from rules.games.okey101.rulesets import PRESETS, RuleSet
from rules.games.okey101.switches import DoubleOkeyWithPairs, Ending
from rules.hands import Opening
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, Colour, okey_of
from scoring.rulebook.views.games.okey101_judging import script_rules
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE: Final = "rulebook/judge-groups"
PROBLEMS: Final = {
    OpeningError.INVALID_MELD: "invalid",
    OpeningError.MIXED_OPENING: "mixed",
    OpeningError.BELOW_THRESHOLD: "below",
    OpeningError.TOO_FEW_PAIRS: "below",
    OpeningError.TOO_MANY_TILES: "many",
}
RULES: Final = [
    replace(
        PRESETS["101-pairs"],
        ending=ending,
        direct_below_threshold=below,
        rising_threshold=rising,
        double_okey=double,
        double_okey_with_pairs=with_pairs,
    )
    for ending, below, rising, double, with_pairs in product(
        Ending, [False, True], [False, True], [False, True], DoubleOkeyWithPairs
    )
]
CASES: Final = 4000


def groups(chance: random.Random) -> list[list[str]]:
    pairs = chance.random() < 0.4
    total = chance.choice([20, 21, 22, *(chance.randint(2, 23) for _other in range(3))])
    laid: list[list[str]] = []
    while sum(map(len, laid)) < total:
        laid.append(meld(chance, pairs=pairs is not (chance.random() < 0.02)))
    if (over := sum(map(len, laid)) - total) and len(laid[-1]) - over > 1:
        del laid[-1][:over]
    return laid


def meld(chance: random.Random, *, pairs: bool) -> list[str]:
    if chance.random() < 0.03:
        return [tile.code for tile in chance.sample(NUMBERED_TILES, 3)]
    if pairs:
        return [chance.choice([*NUMBERED_TILES, FALSE_OKEY]).code] * 2
    low, colours = chance.randint(1, 9), chance.sample(list(Colour), chance.randint(3, 4))
    if chance.random() < 0.5:
        return [f"{colour}{low + 4}" for colour in colours]
    return [f"{colours[0]}{low + step}" for step in range(chance.randint(3, 5))]


def cases() -> Iterator[tuple[LaidOpening, RuleSet]]:
    chance = random.Random(22)
    for number in range(CASES):
        laid = groups(chance)
        up = chance.choice(NUMBERED_TILES)
        if chance.random() < 0.5:
            laid[0][0] = okey_of(up).code
        kind = chance.choice([Opening.SERIES, Opening.PAIRS])
        previous = EarlierOpening(kind, chance.choice([4, 6, 95, 120])) if chance.random() < 0.5 else None
        yield (
            LaidOpening(up.code, tuple(map(tuple, laid)), previous),
            RULES[number % len(RULES)],
        )


def judge_arguments(laid: LaidOpening, rules: RuleSet) -> list[Any]:
    previous = {laid.previous.kind.value: laid.previous.total} if laid.previous else {}
    return [[list(group) for group in laid.melds], laid.indicator, script_rules(rules), previous]


@cache
def laid_openings() -> dict[str, tuple[LaidOpening, RuleSet]]:
    return {str(number): case for number, case in enumerate(cases())}


@pytest.fixture(scope="module")
def judged_openings(modules: Modules) -> dict[str, Any]:
    return modules.answers(
        MODULE, "judgeGroups", {name: judge_arguments(*case) for name, case in laid_openings().items()}
    )


def test_opening_is_judged_as_in_the_rules(judged_openings: dict[str, Any]) -> None:
    outcomes: set[str] = set()
    for name, (laid, rules) in laid_openings().items():
        judged = judge_opening(laid, rules)
        errors = [PROBLEMS[error] for error in judged.errors if error is not OpeningError.IMPOSSIBLE_TILES]
        answer = judged_openings[name]
        assert (answer["kind"], answer["total"], sorted(answer["problems"])) == (
            judged.kind.value,
            judged.total,
            sorted(errors),
        ), (laid, rules)
        outcomes |= {judged.kind.value, *errors, "opens" if not errors else ""}
    assert outcomes >= {"series", "pairs", "mixed", "invalid", "below", "many", "opens"}


def expected_end(laid: LaidOpening, judged: JudgedOpening, rules: RuleSet) -> str:
    """Return how a hand with unknown last tiles ends: only a discard may be left on the rack.

    Two tiles may be left only if both are okeys (RULES §2, §4, §5).
    """
    free = rules.ending is Ending.FREE
    pairs = judged.kind is OpeningKind.PAIRS
    if set(judged.errors) - {OpeningError.IMPOSSIBLE_TILES} or (pairs and not free):
        return ""
    okey = okey_of(next(tile for tile in NUMBERED_TILES if tile.code == laid.indicator))
    both_allowed = rules.double_okey_with_pairs_allowed if pairs else rules.double_okey
    ends = {
        20: "if_double_okey" if both_allowed and okey.code not in laid.codes else "",
        21: "any",
        22: "none" if free else "",
    }
    return ends.get(len(laid.codes), "")


def test_hand_is_finished_in_one_turn_if_the_rules_allow_it(
    modules: Modules, judged_openings: dict[str, Any]
) -> None:
    calls = {
        name: [judged_openings[name], *judge_arguments(*case)[:3], []]
        for name, case in laid_openings().items()
    }
    answers = modules.answers(MODULE, "judgeFinish", calls)
    right = {
        name: expected_end(laid, judge_opening(replace(laid, direct=True), rules), rules)
        for name, (laid, rules) in laid_openings().items()
    }
    assert {name: answer["last"] for name, answer in answers.items()} == right
    assert all(list(right.values()).count(last) > 10 for last in ("any", "none", "if_double_okey"))
    for answer in answers.values():
        assert bool(answer["last"]) is not bool(answer["blockers"])
    assert {why for answer in answers.values() for why in answer["blockers"]} == {
        "invalid",
        "mixed",
        "below",
        "many",
        "missing",
        "thrown",
        "pairs",
    }


_21: Final = ("r10 r11 r12 r13", "b10 b11 b12 b13", "y10 y11 y12 y13", "k10 k11 k12 k13", "r1 r2 r3 r4 r5")
"""Runs of 21 tiles; with b4 as indicator b5 is the okey. Without the last tile they are twenty."""
_20: Final = (*_21[:-1], "r1 r2 r3 r4")
_OKEY_LAID: Final = (*_21[:-1], "r1 r2 r3 b5")
ENDS: Final = {
    "any tile": (_21, "", "any"),
    "a plain tile": (_21, "k7", "plain"),
    "a false okey": (_21, "*", "plain"),
    "an okey": (_21, "b5", "okey"),
    "two unnamed tiles": (_20, "", "if_double_okey"),
    "an okey and an unnamed tile": (_20, "b5", "if_double_okey"),
    "both okeys": (_20, "b5 b5", "double_okey"),
    "an okey and another": (_20, "b5 k7", ""),
    "another and an unnamed tile": (_20, "k7", ""),
    "an okey lies there": (_OKEY_LAID, "", ""),
    "an okey lies there and the other is named": (_OKEY_LAID, "b5", ""),
}


def test_thrown_tile_decides_the_finish(modules: Modules) -> None:
    def ends(name: str, rules: RuleSet) -> str:
        laid, thrown, _last = ENDS[name]
        groups = [codes.split() for codes in laid]
        judged = modules.answer(MODULE, "judgeGroups", groups, "b4", script_rules(rules), {})
        finish = modules.answer(
            MODULE, "judgeFinish", judged, groups, "b4", script_rules(rules), thrown.split()
        )
        assert finish["blockers"] == ([] if finish["last"] else ["missing"])
        last: str = finish["last"]
        return last

    rules = PRESETS["101-pairs"]
    assert {name: ends(name, rules) for name in ENDS} == {name: last for name, (*_laid, last) in ENDS.items()}
    without = replace(rules, double_okey=False)
    assert {ends(name, without) for name, (laid, *_last) in ENDS.items() if laid is _20} == {""}


def test_single_tile_and_both_okeys_beside_series_are_thrown(modules: Modules) -> None:
    series, pairs = ["r1", "r2", "r3"], ["k1", "k1"]
    modules.check_cases(
        MODULE,
        "splitThrown",
        {
            "melds alone": ([[series, pairs], "b4"], {"melds": [series, pairs], "thrown": []}),
            "a tile": ([[series, ["k7"]], "b4"], {"melds": [series], "thrown": ["k7"]}),
            "two tiles": ([[["b5"], series, ["b5"]], "b4"], {"melds": [series], "thrown": ["b5", "b5"]}),
            "both okeys": ([[series, ["b5", "b5"]], "b4"], {"melds": [series], "thrown": ["b5", "b5"]}),
            "okeys among pairs": (
                [[pairs, ["b5", "b5"]], "b4"],
                {"melds": [pairs, ["b5", "b5"]], "thrown": []},
            ),
            "okeys in a run": ([[["b5", "b5", "k1"]], "b4"], {"melds": [["b5", "b5", "k1"]], "thrown": []}),
        },
    )


WRONG: Final = {
    "12-13-1": (["r12", "r13", "r1"], "run_past_highest"),
    "a colour twice": (["r7", "r7", "k7"], "colour_twice"),
    "two unequal tiles": (["r9", "b6"], "not_the_same"),
    "the false okey for an okey": (["r8", "r9", "*"], "false_okey"),
    "the false okey where not even an okey helps": (["r8", "y9", "*"], "no_meld"),
}


def test_rules_broken_by_invalid_groups(modules: Modules) -> None:
    rules = script_rules(PRESETS["101-pairs"])
    read = modules.answers(
        "judge/melds", "readMeld", {name: [at[0], "b4", rules] for name, at in WRONG.items()}
    )
    cases = {name: ([laid, read[name], "b4", rules], rule) for name, (laid, rule) in WRONG.items()}
    modules.check_cases(MODULE, "brokenRule", cases)


def test_mixed_opening_opens_with_the_sufficient_kind_alone(modules: Modules) -> None:
    rules = script_rules(PRESETS["101-pairs"])
    series = [["r10", "r11", "r12", "r13"], ["k10", "k11", "k12"], ["y8", "b8", "k8"]]
    pairs = [[code] * 2 for code in ("r1", "b2", "k3", "y4", "r9")]
    laid = {"series": [*series, pairs[0]], "pairs": [series[2], *pairs], "": [series[2], pairs[0]]}
    calls = {name: [groups, "b4", rules, {}] for name, groups in laid.items()}
    judged = modules.answers(MODULE, "judgeGroups", calls)
    modules.check_cases(
        MODULE,
        "sufficientKinds",
        {
            "series": ([judged["series"], rules, {}], [{"kind": "series", "total": 103, "needed": 101}]),
            "pairs": ([judged["pairs"], rules, {}], [{"kind": "pairs", "total": 5, "needed": 5}]),
            "": ([judged[""], rules, {}], []),
        },
    )
