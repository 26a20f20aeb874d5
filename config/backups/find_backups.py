from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_noop as _

from config.backups import archive
from config.backups.archive import SUFFIX
from config.backups.errors import InvalidBackupError
from config.backups.folder import PREFIX, Backup

MOUNTED: Final = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*")
MAX_LISTED: Final = 20
MAX_OPENED: Final = 100
"""Files opened, those with our names first."""


@dataclass(frozen=True)
class FoundBackups:
    """Newest first, at most `MAX_LISTED` each."""

    backups: list[Backup]
    unreadable: list[str]


def find_backups() -> FoundBackups:
    """Return up to MAX_LISTED backups, newest first, and as many sentences about unreadable ones.

    Of files with one name the first found counts. Opens at most MAX_OPENED, those named like ours first.
    """
    backups: dict[str, Backup] = {}
    unreadable: list[str] = []
    paths = [path for folder in _folders_to_search() for path in _backup_paths(folder)]
    paths.sort(key=lambda path: not path.name.startswith(PREFIX))
    for path in paths[:MAX_OPENED]:
        try:
            backup = _read(path)
        except InvalidBackupError as error:
            unreadable.append(error.localized)
        else:
            backups.setdefault(path.name, backup)
    newest_first = sorted(backups.values(), key=lambda backup: (backup.at, backup.path.name), reverse=True)
    return FoundBackups(newest_first[:MAX_LISTED], unreadable[:MAX_LISTED])


def _read(path: Path) -> Backup:
    if _displayable_path(path) != str(path):
        raise InvalidBackupError(
            _("%(path)s: the name of this file can’t be shown. Rename it."), path=_displayable_path(path)
        )
    return Backup(path, archive.read_manifest(path))


def _displayable_path(path: Path) -> str:
    return os.fsencode(path).decode("utf-8", "replace")


def _folders_to_search() -> Iterator[Path]:
    """Yield our two backup folders, Downloads, drives and their `istaka` folders, which may not exist."""
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
        return sorted(path for path in folder.glob(f"*{SUFFIX}") if _is_file(path))
    except OSError:  # no permission, or a drive without a disk
        return []


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
