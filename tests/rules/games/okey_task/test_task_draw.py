from collections import Counter

import pytest

from rules.games.okey_task.task_draw import draw_task
from rules.games.okey_task.tasks import Task

HANDS = 12_000


@pytest.mark.parametrize(
    ("seed", "task"), [("3fa2bc10/1/1", Task.KUT_3_X2), ("3fa2bc10/1/2", Task.KUT_4), ("a", Task.SERI_3_X2)]
)
def test_seed_always_draws_the_same_task(seed, task):
    assert draw_task(seed) is task


def test_tasks_are_drawn_equally_often():
    counts = Counter(draw_task(f"3fa2bc10/1/{deal}") for deal in range(HANDS))
    fair = HANDS / len(Task)
    assert counts.keys() == set(Task)
    assert all(abs(times - fair) < fair / 8 for times in counts.values())
