"""The draw of a hand's task from its public seed."""

import hashlib

from rules.games.okey_task.tasks import Task


def draw_task(seed: str) -> Task:
    """Return the task with the smallest SHA-256 of seed, colon and code."""
    return min(Task, key=lambda task: hashlib.sha256(f"{seed}:{task.value}".encode()).digest())
