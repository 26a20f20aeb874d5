"""How the house is: its last good backup, what went wrong since, and what its ledger was found to be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings

from config.backups import folder, ledger, notes, turns
from config.backups.folder import Backup
from config.backups.hindrances import noted_as

WORRYING: Final = timedelta(hours=24)
"""A last good backup older than that is told with a warning, and so is none that is good."""


@dataclass(frozen=True)
class State:
    """`fault` is why the last backup failed, `too` why the second place has no copy; blank for well.

    `timed` says whether anybody makes backups here without being told to.
    """

    good: Backup | None
    old: bool
    fault: str
    too: str
    making: bool
    timed: bool
    differences: list[str]
    looked_at: datetime | None


def state(*, now: datetime) -> State:
    """What the files beside the backups say."""
    good, tried, looked = (
        folder.last_good(settings.BACKUPS, now=now),
        notes.noted(notes.MAKING),
        notes.noted(notes.LEDGER).get("at"),
    )
    making = turns.is_taken() or is_asked_for()
    return State(
        good=good,
        old=now - good.at > WORRYING if good else folder.last(settings.BACKUPS) is not None,
        fault="" if making else _told(tried, "fault"),
        too="" if making else _told(tried, "too"),
        making=making,
        timed=bool(settings.BACKUPS_EVERY_HOURS),
        differences=ledger.differences(),
        looked_at=datetime.fromisoformat(looked) if looked else None,
    )


def _told(tried: dict[str, Any], what: str) -> str:
    hindrance = noted_as(tried.get(what))
    return hindrance.told if hindrance else ""


def ask(*, at: datetime) -> None:
    """Have whoever keeps the house make a backup now. Raises OSError."""
    notes.note(notes.ASKED, {"at": at.isoformat()})


def is_asked_for() -> bool:
    """Whether one was asked for since the last was begun."""
    return bool(notes.noted(notes.ASKED))
