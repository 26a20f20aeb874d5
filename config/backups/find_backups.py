from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from django.conf import settings

from config.backups import archive
from config.backups.archive import SUFFIX
from config.backups.errors import InvalidBackupError
from config.backups.folder import Backup

MOUNTED: Final = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*")
MAX_LISTED: Final = 20


@dataclass(frozen=True)
class FoundBackups:
    """Newest first, and sentences about unreadable ones; at most `MAX_LISTED` each."""

    backups: list[Backup]
    unreadable: list[str]


def find_backups() -> FoundBackups:
    """Search our two backup folders, Downloads, drives and their folders `istaka`.

    Of files with one name the first found counts.
    """
    backups: dict[str, Backup] = {}
    unreadable: list[str] = []
    for path in (path for folder in _folders_to_search() for path in _backup_paths(folder)):
        try:
            backups.setdefault(path.name, Backup(path, archive.read_manifest(path)))
        except InvalidBackupError as error:
            unreadable.append(error.localized.encode(errors="replace").decode())
    newest_first = sorted(backups.values(), key=lambda backup: (backup.at, backup.path.name), reverse=True)
    return FoundBackups(newest_first[:MAX_LISTED], unreadable[:MAX_LISTED])


def _folders_to_search() -> Iterator[Path]:
    yield settings.BACKUPS
    if settings.BACKUPS_COPY:
        yield settings.BACKUPS_COPY
    with suppress(RuntimeError):  # no home folder is known
        yield Path.home() / "Downloads"
    drives = [Path(f"{letter}:/") for letter in ascii_uppercase[3:]]
    for root in (*(mount for pattern in MOUNTED for mount in Path("/").glob(pattern[1:])), *drives):
        yield root
        yield root / "istaka"


def _backup_paths(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:  # no permission, or a drive without a disk
        return []
