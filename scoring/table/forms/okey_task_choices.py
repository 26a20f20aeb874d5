from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language

from rules.games.okey_task.task_draw import draw_task
from rules.games.okey_task.task_pictures import PICTURES
from rules.games.okey_task.tasks import TASK_NAMES, Task

ENCOUNTER_ID_LENGTH: Final = 8
"""Length of an encounter's id in a seed."""


@dataclass(frozen=True)
class TaskChoice:
    code: str
    name: str
    melds: list[list[str]]


def task_choices() -> list[TaskChoice]:
    language = get_language() or "tr"
    return [
        TaskChoice(
            task.value, TASK_NAMES[task].in_language(language), [meld.split() for meld in PICTURES[task]]
        )
        for task in Task
    ]


def deal_seed(encounter: object, match: object, deal: object) -> str:
    """Everybody can compute the seed; "" without a deal."""
    if not (encounter and match and deal):
        return ""
    return f"{str(encounter).replace('-', '')[:ENCOUNTER_ID_LENGTH]}/{match}/{deal}"


def drawn_task_code(seed: str) -> str:
    return draw_task(seed).value if seed else ""
