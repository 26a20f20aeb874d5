from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any, Final

import pytest

from rules.games.okey_task.client_rules import switches
from rules.games.okey_task.racks import answer_rack
from rules.games.okey_task.rulesets import PRESETS
from rules.games.okey_task.tasks import Task
from rules.tiles import FALSE_OKEY, NUMBERED_TILES
from tests.rules.hand_builders import GOLDEN
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE: Final = "judge/okey_task/tasks"
RULES: Final = PRESETS["okey-task"]
CASES: Final = 900
ALL_22: Final = ", ".join(f"{code} {code}" for code in [*(f"r{number}" for number in range(1, 11)), "*"])


def rack(seed: int) -> tuple[str, list[str]]:
    chance = random.Random(seed)
    low = chance.randint(1, 13)
    near = [tile.code for tile in NUMBERED_TILES if (tile.number - low) % 13 < chance.choice([3, 5, 13])]
    pool = [*near, *near, FALSE_OKEY.code, FALSE_OKEY.code]
    tasks = list(Task)
    return tasks[seed % len(tasks)].value, chance.sample(pool, min(len(pool), chance.randint(3, 22)))


def worked() -> dict[str, tuple[str, list[str]]]:
    lines = (GOLDEN / "racks.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    own = [case["rack"] for case in cases if case["rack"]["rule_set"] in PRESETS and case["expect"]["ok"]]
    return {f"worked {at}": (case["task"], case["tiles"]) for at, case in enumerate(own)}


@cache
def racks() -> dict[str, tuple[str, list[str]]]:
    return {str(seed): rack(seed) for seed in range(CASES)} | worked()


@cache
def answers() -> dict[str, dict[str, Any]]:
    return {
        name: answer_rack({"task": task, "tiles": codes}, RULES) for name, (task, codes) in racks().items()
    }


def test_racks_open_as_in_the_rules_and_their_melds_fulfil_the_task(modules: Modules) -> None:
    answers_by_name = modules.answers(
        MODULE, "judgeRack", {name: [codes, task, switches()] for name, (task, codes) in racks().items()}
    )
    assert {name: judged["opens"] for name, judged in answers_by_name.items()} == {
        name: answer["opens"] for name, answer in answers().items()
    }
    assert {racks()[name][0] for name, judged in answers_by_name.items() if judged["opens"]} == {
        task.value for task in Task
    }
    assert sum(not judged["opens"] for judged in answers_by_name.values()) > 100
    lying: dict[str, list[Any]] = {}
    for name, judged in answers_by_name.items():
        if judged["opens"]:
            task, codes = racks()[name]
            assert not Counter(code for meld in judged["melds"] for code in meld) - Counter(codes)
            lying[name] = [judged["melds"], task, switches()]
            lying[f"{name} rules"] = [answers()[name]["melds"], task, switches()]
    assert all(judged["opens"] for judged in modules.answers(MODULE, "judgeGroups", lying).values())
    less = {
        name: [[*melds[:-1], melds[-1][:-1]], task, rules] for name, (melds, task, rules) in lying.items()
    }
    assert not any(judged["opens"] for judged in modules.answers(MODULE, "judgeGroups", less).values())


@pytest.mark.parametrize(
    ("task", "laid", "blockers"),
    [
        ("kut_3", "r5 b5 y5", []),
        # Two jokers and a tile are a run, and also a set.
        ("kut_3", "r5 * *", []),
        ("seri_3", "r5 * *", []),
        ("kut_3_seri_3", "r5 r6 r7, b9 * *", []),
        ("kut_3_seri_3", "r5 r6 r7, b9 b10 b11", ["task"]),
        ("kut_3", "r5 b5 y5 k5", ["task"]),
        ("kut_3", "r5 b5 y5, r7 r8 r9", ["task"]),
        ("seri_3", "r13 r1 r2", ["invalid"]),
        ("cift", "r1 r1, k4 k4, y9 *, b2 b2, k8 k8", []),
        ("cift", "r1 r1, k4 k4, y9 y9", ["task"]),
        ("cift", "r1 r1, k4 k4, y9 y9, b2 b2, r5 r6 r7", ["task"]),
        ("cift", ALL_22, ["kept"]),
    ],
)
def test_laid_melds_fulfil_exactly_the_task(
    modules: Modules, task: str, laid: str, blockers: list[str]
) -> None:
    groups = [group.split() for group in laid.split(", ")]
    answer = modules.answer(MODULE, "judgeGroups", groups, task, switches())
    assert (answer["blockers"], answer["opens"]) == (blockers, not blockers)


@pytest.mark.parametrize(
    ("codes", "task", "kind"),
    [
        ("r5 * *", "kut_3", "set"),
        ("r5 * *", "seri_3", "run"),
        ("r5 * *", "kut_3_seri_3", "run"),
        ("r5 * *", "", "run"),
        ("r5 r6 *", "kut_3", "run"),
        ("r5 *", "cift", "pair"),
        ("r5 b6 *", "kut_3", "invalid"),
    ],
)
def test_ambiguous_meld_counts_as_the_kind_the_task_wants(
    modules: Modules, codes: str, task: str, kind: str
) -> None:
    assert modules.answer(MODULE, "readMeldForTask", codes.split(), task, switches())["kind"] == kind
