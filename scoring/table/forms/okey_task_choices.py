from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language

from rules.games.okey_task.task_draw import drawn_task
from rules.games.okey_task.task_pictures import PICTURES
from rules.games.okey_task.tasks import TASK_NAMES, Task

LETTERS: Final = 8
"""Length of an encounter's id in a seed."""


@dataclass(frozen=True)
class Choice:
    code: str
    name: str
    melds: list[list[str]]


def task_choices() -> list[Choice]:
    language = get_language() or "tr"
    return [
        Choice(task.value, TASK_NAMES[task].in_language(language), [meld.split() for meld in PICTURES[task]])
        for task in Task
    ]


def seed_of(encounter: object, match: object, deal: object) -> str:
    """Return the public seed of a deal."""
    if not (encounter and match and deal):
        return ""
    return f"{str(encounter).replace('-', '')[:LETTERS]}/{match}/{deal}"


def drawn_by_phone(seed: str) -> str:
    return drawn_task(seed).value if seed else ""
