"""Shorthand of a task Okey sheet.

A task is its melds, K for a set (küt) and S for a run (seri), with lengths: ``k3s3`` is a set and a run of
three, ``2k4`` two sets of four. Order, case, R for S, and separators don't matter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import pgettext

from rules.games.okey_task.tasks import Task
from scoring.paper.domain import DECK, Unreadable, fold

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

_MELD: Final = re.compile(r"(2?)([ksr])([345])")
_SEPARATORS_REGEX: Final = re.compile(r"[\s+,.;/x×*·–-]+")
_NOT_OPENED: Final = ("", "-", "–", "—", "−", "n", "0")


def _melds(written: str) -> frozenset[tuple[str, int]]:
    counted: Counter[str] = Counter()
    for twice, kind, length in _MELD.findall(written):
        counted[("k" if kind == "k" else "s") + length] += 2 if twice else 1
    return frozenset(counted.items())


_TASK_BY_MELDS: Final = {_melds(mark): task for task, mark in MARKS.items() if task is not Task.CIFT}


def read_task(text: str) -> Task | None:
    """Return the task; None for an empty box. Raises Unreadable."""
    written = _SEPARATORS_REGEX.sub("", fold(text))
    if written in ("p", "c", "ç"):
        return Task.CIFT
    if not fold(text):
        return None
    if _MELD.sub("", written) or _melds(written) not in _TASK_BY_MELDS:
        raise Unreadable
    return _TASK_BY_MELDS[_melds(written)]


def task_mark(task: Task | None) -> str:
    return MARKS[task] if task else ""


def read_opened(text: str) -> bool:
    """Raises Unreadable."""
    written = fold(text)
    if written in (OPENED, "a", "+"):
        return True
    if written not in _NOT_OPENED:
        raise Unreadable
    return False


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
