"""Outside the database, which a restore replaces."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_noop as _

from config.backups import folder
from config.backups.atomic_files import atomic_file
from config.backups.errors import BackupError, BackupInProgressError
from config.backups.folder import Backup
from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.disk import low_disk_bytes

HOURLY: Final = timedelta(hours=1)
MAX_AGE: Final = timedelta(hours=24)
"""Older good backups cause a warning."""
TIMEOUT_SECONDS: Final = 5.0
"""`is_locked` takes the lock for a moment, too."""

requested = threading.Event()
"""A user's request, until the scheduler has made the backup."""


@dataclass(frozen=True)
class Attempt:
    at: datetime
    fault: BackupError | None
    second_fault: BackupError | None


@dataclass(frozen=True)
class Download:
    """The last of a backup's `name`."""

    at: datetime
    name: str


@dataclass(frozen=True)
class BackupStatus:
    """`fault` and `second_fault`, in words or "", are the last attempt's.

    `next_at` is None if the next is due or unscheduled.
    """

    is_in_progress: bool
    good: Backup | None
    is_old: bool
    fault: str
    second_fault: str
    next_at: datetime | None
    latest: Backup | None
    free_disk_bytes: int | None
    download: Download | None

    @property
    def is_downloaded(self) -> bool:
        """Whether the latest good one or a later one was; names sort by time."""
        return bool(self.good and self.download and self.download.name >= self.good.path.name)

    @property
    def state(self) -> str:
        """The most urgent; a word that templates compare with."""
        conditions = {
            "making": self.is_in_progress,
            "failed": bool(self.fault),
            "different": self.latest is not None and not self.latest.manifest.good,
            "old": self.is_old,
            "none": self.good is None,
            "unplugged": bool(self.second_fault),
            "full": self.free_disk_bytes is not None,
        }
        return next((state for state, holds in conditions.items() if holds), "good")

    @property
    def needs_backup(self) -> bool:
        return self.state in ("failed", "old", "none", "unplugged")

    @property
    def is_alarming(self) -> bool:
        return self.state not in ("making", "none", "good")


def read_status(*, now: datetime) -> BackupStatus:
    """`is_old`: the latest good backup is older than MAX_AGE."""
    good = folder.latest_good(settings.BACKUPS, now=now)
    attempt = last_attempt()
    return BackupStatus(
        is_in_progress=requested.is_set() or is_locked(),
        good=good,
        is_old=good is not None and now - good.at > MAX_AGE,
        fault=attempt.fault.localized if attempt and attempt.fault else "",
        second_fault=attempt.second_fault.localized if attempt and attempt.second_fault else "",
        next_at=_next_at(attempt, now=now) if attempt and settings.HOURLY_BACKUPS else None,
        latest=folder.latest(settings.BACKUPS),
        free_disk_bytes=low_disk_bytes(),
        download=last_download(),
    )


def record_attempt(
    *, at: datetime, fault: BackupError | None = None, second_fault: BackupError | None = None
) -> None:
    faults = {"fault": fault and fault.record, "second_fault": second_fault and second_fault.record}
    create_folder()
    with atomic_file(settings.BACKUPS / "status.json") as file:
        file.write(json.dumps({"at": at.isoformat(), **faults}).encode())


def record_download(backup: Backup, *, at: datetime) -> None:
    """Keep a newer backup's: it is the best copy. In a file of its own, as backups are made meanwhile."""
    last = last_download()
    if not last or last.name <= backup.path.name:
        with atomic_file(settings.BACKUPS / "download.json") as file:
            file.write(json.dumps({"at": at.isoformat(), "name": backup.path.name}).encode())


def last_download() -> Download | None:
    """None if there was none, or another program wrote the file."""
    try:
        record = json.loads((settings.BACKUPS / "download.json").read_bytes())
        return Download(_aware(record["at"]), f"{record['name']}")
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None


def last_attempt() -> Attempt | None:
    """None if there was none, or another program wrote the file."""
    try:
        record = json.loads((settings.BACKUPS / "status.json").read_bytes())
        return Attempt(_aware(record["at"]), _fault(record["fault"]), _fault(record["second_fault"]))
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None


def create_folder() -> None:
    settings.BACKUPS.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def backup_lock(*, seconds: float = TIMEOUT_SECONDS) -> Iterator[None]:
    """Lock backups and restores for the block; after `seconds` of waiting raise BackupInProgressError.

    The lock ends with its process. It can't be taken twice.
    """
    create_folder()
    file = settings.BACKUPS / "turn.sqlite3"
    with closing(sqlite3.connect(file, timeout=seconds, isolation_level=None)) as lock_connection:
        try:
            lock_connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise BackupInProgressError(_("Another backup is being made or restored.")) from error
        yield


def is_locked() -> bool:
    if not settings.BACKUPS.is_dir():
        return False
    try:
        with backup_lock(seconds=0):
            return False
    except BackupInProgressError:
        return True


def _aware(text: str) -> datetime:
    """Raises ValueError or TypeError."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(text)
    return at


def _fault(record: object) -> BackupError | None:
    """Raises ValueError, TypeError or KeyError."""
    if record is None:
        return None
    if not isinstance(record, dict) or not all(isinstance(value, str) for value in record.values()):
        raise TypeError(record)
    return BackupError(**record)


def _next_at(attempt: Attempt, *, now: datetime) -> datetime | None:
    if now - HOURLY < attempt.at <= now + CLOCK_TOLERANCE:
        return attempt.at + HOURLY
    return None
