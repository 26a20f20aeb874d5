from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings

from config.backups import folder, ledger_check, lock, status_files
from config.backups.errors import from_record
from config.backups.folder import Backup

MAX_AGE: Final = timedelta(hours=24)
"""Older than that, the last good backup causes a warning."""


@dataclass(frozen=True)
class BackupStatus:
    """`fault` is why the last backup failed, `too` why the second folder has no copy."""

    good: Backup | None
    old: bool
    fault: str
    too: str
    making: bool
    timed: bool
    differences: list[str]
    looked_at: datetime | None


def read_status(*, now: datetime) -> BackupStatus:
    good = folder.latest_good(settings.BACKUPS, now=now)
    attempt = status_files.read(status_files.BACKUP)
    making = lock.is_locked() or is_requested()
    return BackupStatus(
        good=good,
        old=now - good.at > MAX_AGE if good else folder.latest(settings.BACKUPS) is not None,
        fault="" if making else _reason(attempt, "fault"),
        too="" if making else _reason(attempt, "too"),
        making=making,
        timed=bool(settings.BACKUPS_EVERY_HOURS),
        differences=ledger_check.differences(),
        looked_at=status_files.read_time(status_files.LEDGER),
    )


def _reason(attempt: dict[str, Any], key: str) -> str:
    failure = from_record(attempt.get(key))
    return failure.localized if failure else ""


def request_backup(*, at: datetime) -> None:
    """Raises OSError."""
    status_files.write(status_files.REQUESTED, {"at": at.isoformat()})


def is_requested() -> bool:
    return bool(status_files.read(status_files.REQUESTED))
