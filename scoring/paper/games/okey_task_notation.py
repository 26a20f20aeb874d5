"""Shorthand of a task Okey sheet.

A task is its melds, K for a set (küt) and S for a run (seri), with lengths: ``k3s3`` is a set and a run of
three, ``2k4`` two sets of four.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import pgettext

from rules.games.okey_task.tasks import Task
from scoring.paper.games.seat_marks import DECK

MARKS: Final[Mapping[Task, str]] = MappingProxyType(
    {
        Task.KUT_3: "k3",
        Task.SERI_3: "s3",
        Task.KUT_4: "k4",
        Task.SERI_4: "s4",
        Task.SERI_5: "s5",
        Task.CIFT: "p",
        Task.KUT_3_X2: "2k3",
        Task.SERI_3_X2: "2s3",
        Task.KUT_3_SERI_3: "k3s3",
        Task.KUT_4_X2: "2k4",
        Task.SERI_4_X2: "2s4",
        Task.KUT_4_SERI_4: "k4s4",
    }
)
"""In the sheet's order: tasks of one kind of meld, then of two."""
OPENED: Final = "o"
PAIRS: Final = "p"


def task_mark(task: Task | None) -> str:
    return MARKS[task] if task else ""


def opened_mark(opened: bool) -> str:
    return OPENED if opened else ""


def jokers_mark(count: int) -> str:
    return str(count) if count else ""


def mark_label(part: str, mark: str) -> str:
    letters = {
        ("end", DECK): pgettext("deck ran out, one letter", "D"),
        ("task", PAIRS): pgettext("pairs, one letter", "P"),
        ("opened", OPENED): pgettext("opened, one letter", "O"),
    }
    return letters.get((part, mark), mark.upper())
