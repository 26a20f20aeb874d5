"""Openings by a task as a browser judges them by itself: the same answers as the rules."""

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
from rules.tiles import FALSE_OKEY, NUMBERED
from tests.rules.builders import GOLDEN
from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE: Final = "judge/okey_task/tasks"
RULES: Final = PRESETS["okey-task"]
CASES: Final = 900
ALL_22: Final = ", ".join(f"{code} {code}" for code in [*(f"r{number}" for number in range(1, 11)), "*"])


def rack(seed: int) -> tuple[str, list[str]]:
    """A task, and tiles: any at all, or of few numbers, so that it can be fulfilled in some."""
    chance = random.Random(seed)
    low = chance.randint(1, 13)
    near = [tile.code for tile in NUMBERED if (tile.number - low) % 13 < chance.choice([3, 5, 13])]
    pool = [*near, *near, FALSE_OKEY.code, FALSE_OKEY.code]
    tasks = list(Task)
    return tasks[seed % len(tasks)].value, chance.sample(pool, min(len(pool), chance.randint(3, 22)))


def worked() -> dict[str, tuple[str, list[str]]]:
    lines = (GOLDEN / "racks.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    own = [one["rack"] for one in cases if one["rack"]["rule_set"] in PRESETS and one["expect"]["ok"]]
    return {f"worked {at}": (one["task"], one["tiles"]) for at, one in enumerate(own)}


@cache
def racks() -> dict[str, tuple[str, list[str]]]:
    return {str(seed): rack(seed) for seed in range(CASES)} | worked()


@cache
def answers() -> dict[str, dict[str, Any]]:
    """What the rules say of each; by its tests, for whoever collects others shall not wait for it."""
    return {
        name: answer_rack({"task": task, "tiles": codes}, RULES) for name, (task, codes) in racks().items()
    }


def test_racks_open_as_the_rules_say_and_their_melds_fulfil_the_task(modules: Modules) -> None:
    told = modules.answers(
        MODULE, "judgeRack", {name: [codes, task, switches()] for name, (task, codes) in racks().items()}
    )
    assert {name: said["opens"] for name, said in told.items()} == {
        name: answer["opens"] for name, answer in answers().items()
    }
    assert {racks()[name][0] for name, said in told.items() if said["opens"]} == {task.value for task in Task}
    assert sum(not said["opens"] for said in told.values()) > 100
    lying: dict[str, list[Any]] = {}
    for name, said in told.items():
        if said["opens"]:
            task, codes = racks()[name]
            assert not Counter(code for meld in said["melds"] for code in meld) - Counter(codes)
            lying[name] = [said["melds"], task, switches()]
            lying[f"{name} rules"] = [answers()[name]["melds"], task, switches()]
    assert all(said["opens"] for said in modules.answers(MODULE, "judgeLaid", lying).values())
    less = {
        name: [[*melds[:-1], melds[-1][:-1]], task, rules] for name, (melds, task, rules) in lying.items()
    }
    assert not any(said["opens"] for said in modules.answers(MODULE, "judgeLaid", less).values())


@pytest.mark.parametrize(
    ("task", "laid", "hinders"),
    [
        ("kut_3", "r5 b5 y5", []),
        # Two jokers and a tile are a run, and a set as well.
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
def test_melds_that_lie_there_fulfil_just_the_task(
    modules: Modules, task: str, laid: str, hinders: list[str]
) -> None:
    groups = [one.split() for one in laid.split(", ")]
    said = modules.answer(MODULE, "judgeLaid", groups, task, switches())
    assert (said["hinders"], said["opens"]) == (hinders, not hinders)


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
def test_jokers_that_let_a_meld_be_both_make_what_the_task_wants(
    modules: Modules, codes: str, task: str, kind: str
) -> None:
    assert modules.answer(MODULE, "readFor", codes.split(), task, switches())["kind"] == kind
