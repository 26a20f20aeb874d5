from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Final

from django.conf import settings
from django.utils import timezone

from config.backups import archive, retention
from config.backups.archive import SUFFIX
from config.backups.errors import InvalidBackupError
from config.backups.manifest import Manifest
from tournaments.clock_tolerance import CLOCK_TOLERANCE

PREFIX: Final = "istaka-"
_STAMP: Final = "%Y%m%dT%H%M%S%fZ"
REMOVABLE: Final = ("/media/", "/run/media/", "/Volumes/")


@dataclass(frozen=True)
class Backup:
    path: Path
    manifest: Manifest

    @property
    def at(self) -> datetime:
        return self.manifest.at

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def name_of(at: datetime) -> str:
    """Names sort by time."""
    return f"{PREFIX}{at.astimezone(UTC).strftime(_STAMP)}{SUFFIX}"


def is_removable(folder: PurePath) -> bool:
    """Guess from the path: the drive may not be plugged in."""
    other_drive = folder.drive.endswith(":") and folder.drive.upper() != os.environ.get("SYSTEMDRIVE", "C:")
    return other_drive or folder.as_posix().startswith(REMOVABLE)


def newest_first(folder: Path) -> Iterator[Backup]:
    """Skip other and unfinished files."""
    for path in sorted(folder.glob(f"{PREFIX}*{SUFFIX}"), reverse=True):
        with suppress(InvalidBackupError):
            yield Backup(path, archive.read_manifest(path))


def latest(folder: Path) -> Backup | None:
    return next(newest_first(folder), None)


def latest_good(folder: Path, *, now: datetime) -> Backup | None:
    """Ignore those with differences or a future date."""
    recent = (backup for backup in newest_first(folder) if backup.at <= now + CLOCK_TOLERANCE)
    return next((backup for backup in recent if backup.manifest.good), None)


def find(name: str) -> Backup | None:
    return next((backup for backup in newest_first(settings.BACKUPS) if backup.path.name == name), None)


def delete_expired(folder: Path, *, now: datetime) -> list[Path]:
    """Return the deleted; days are local."""
    by_time = {timezone.localtime(backup.at): backup for backup in newest_first(folder)}
    good = [at for at, backup in by_time.items() if backup.manifest.good]
    deleted = [by_time[at].path for at in retention.find_expired_times([*by_time], verified=good, now=now)]
    for path in deleted:
        path.unlink(missing_ok=True)
    return deleted
