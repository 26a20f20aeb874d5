import random

import pytest

from rules.games.okey_task.laid_melds import judge_laid_task, read_group
from rules.games.okey_task.racks import faces_of, task_opening
from rules.games.okey_task.tasks import Task
from rules.tiles import FALSE_OKEY, NUMBERED_TILES, parse_tile

ALL_22 = ", ".join(f"{code} {code}" for code in [*(f"r{number}" for number in range(1, 11)), "*"])


def tiles_of(codes):
    return [parse_tile(code) for code in codes.split()]


@pytest.mark.parametrize(
    ("task", "laid", "errors"),
    [
        ("kut_3", "r5 b5 y5", []),
        # Two jokers and a tile are a run, and also a set.
        ("kut_3", "r5 * *", []),
        ("seri_3", "r5 * *", []),
        ("kut_3_seri_3", "r5 r6 r7, b9 * *", []),
        ("kut_3_seri_3", "r5 r6 r7, b9 b10 b11", ["other_melds"]),
        ("kut_3", "r5 b5 y5 k5", ["other_melds"]),
        ("kut_3", "r5 b5 y5, r7 r8 r9", ["other_melds"]),
        ("seri_3", "r13 r1 r2", ["invalid_meld"]),
        ("cift", "r1 r1, k4 k4, y9 *, b2 b2, k8 k8", []),
        ("cift", "r1 r1, k4 k4, y9 y9", ["other_melds"]),
        ("cift", "r1 r1, k4 k4, y9 y9, b2 b2, r5 r6 r7", ["other_melds"]),
        ("cift", ALL_22, ["nothing_to_discard"]),
    ],
)
def test_laid_melds_fulfil_exactly_the_task(task, laid, errors):
    judged = judge_laid_task([tiles_of(group) for group in laid.split(", ")], Task(task))
    assert list(judged.errors) == errors
    assert judged.pairs == (sum(len(group.split()) == 2 for group in laid.split(", ")))


@pytest.mark.parametrize(
    ("codes", "task", "kind"),
    [
        ("r5 * *", "kut_3", "set"),
        ("r5 * *", "seri_3", "run"),
        ("r5 * *", "kut_3_seri_3", "run"),
        ("r5 * *", None, "run"),
        ("r5 r6 *", "kut_3", "run"),
        ("r5 *", "cift", "pair"),
        ("* *", "cift", "pair"),
        ("r5 b6 *", "kut_3", "invalid"),
    ],
)
def test_ambiguous_meld_counts_as_the_kind_that_the_task_wants(codes, task, kind):
    assert read_group(tiles_of(codes), task and Task(task)).kind == kind


def test_melds_that_open_from_a_rack_fulfil_the_task_and_not_without_a_tile():
    opened = set()
    for seed in range(600):
        chance, task = random.Random(seed), list(Task)[seed % len(Task)]
        pool = [*NUMBERED_TILES[:26], *NUMBERED_TILES[:26], FALSE_OKEY, FALSE_OKEY]
        tiles = chance.sample(pool, 22)
        laid = [
            [tiles[index] for index in group]
            for group in task_opening(dict(enumerate(faces_of(tiles))), task)
        ]
        if laid:
            opened.add(task)
            assert judge_laid_task(laid, task).errors == ()
            assert judge_laid_task([*laid[:-1], laid[-1][:-1]], task).errors != ()
    assert opened >= {Task.SERI_3_X2, Task.SERI_5, Task.CIFT}
