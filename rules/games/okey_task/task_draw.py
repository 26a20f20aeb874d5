"""Drawing the task of a hand from its public seed: everybody can compute it again."""

import hashlib

from rules.games.okey_task.tasks import Task


def drawn_task(seed: str) -> Task:
    """Draw a task by lot: the one whose SHA-256 of seed, colon and code is smallest."""
    return min(Task, key=lambda task: hashlib.sha256(f"{seed}:{task.value}".encode()).digest())
