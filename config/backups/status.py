from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings

from config.backups import folder, ledger_check, lock, status_files
from config.backups.errors import from_record
from config.backups.folder import Backup

MAX_AGE: Final = timedelta(hours=24)
"""Older good backups cause a warning."""


@dataclass(frozen=True)
class BackupStatus:
    """`fault`, in words or "", is the last backup's; `next_at` is None if the next is due or unscheduled."""

    good: Backup | None
    is_old: bool
    fault: str
    second_copy_fault: str
    is_in_progress: bool
    interval_hours: float
    next_at: datetime | None
    differences: list[str]
    ledger_checked_at: datetime | None

    @property
    def is_scheduled(self) -> bool:
        return bool(self.interval_hours)


def read_status(*, now: datetime) -> BackupStatus:
    """Return the status, without faults while a backup is made or requested.

    `is_old`: the latest good backup is older than MAX_AGE, or there are only bad ones.
    """
    good = folder.latest_good(settings.BACKUPS, now=now)
    attempt = status_files.read(status_files.BACKUP)
    making = lock.is_locked() or is_requested()
    return BackupStatus(
        good=good,
        is_old=now - good.at > MAX_AGE if good else folder.latest(settings.BACKUPS) is not None,
        fault="" if making else _reason(attempt, "fault"),
        second_copy_fault="" if making else _reason(attempt, "too"),
        is_in_progress=making,
        interval_hours=settings.BACKUP_INTERVAL_HOURS,
        next_at=_next_at(now),
        differences=ledger_check.differences(),
        ledger_checked_at=status_files.read_time(status_files.LEDGER),
    )


def _next_at(now: datetime) -> datetime | None:
    last, interval = status_files.read_time(status_files.BACKUP), settings.BACKUP_INTERVAL_HOURS
    following = last + timedelta(hours=interval) if last and interval else None
    return following if following and following > now else None


def _reason(attempt: dict[str, Any], key: str) -> str:
    failure = from_record(attempt.get(key))
    return failure.localized if failure else ""


def request_backup(*, at: datetime) -> None:
    status_files.write(status_files.REQUESTED, {"at": at.isoformat()})


def is_requested() -> bool:
    return bool(status_files.read(status_files.REQUESTED))
