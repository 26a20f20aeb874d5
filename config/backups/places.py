"""Where backups lie on a laptop that is new: in its own folders, among downloads, on sticks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from django.conf import settings

from config.backups import archive
from config.backups.archive import ENDING
from config.backups.folder import Backup
from config.backups.hindrances import NotABackup

MOUNTED: Final = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*")
"""Where systems put sticks."""
MOST: Final = 20


def found() -> list[Backup]:
    """What was found, newest first, each once wherever it lies."""
    there = {path.name: path for folder in _folders() for path in _in(folder)}
    backups = []
    for name in sorted(there, reverse=True)[:MOST]:
        with suppress(NotABackup):
            backups.append(Backup(there[name], archive.glance(there[name])))
    return backups


def _folders() -> Iterator[Path]:
    yield settings.BACKUPS
    if settings.BACKUPS_TOO:
        yield settings.BACKUPS_TOO
    with suppress(RuntimeError):  # nobody's home is known
        yield Path.home() / "Downloads"
    drives = [Path(f"{letter}:/") for letter in ascii_uppercase[3:]]
    for root in (*(one for pattern in MOUNTED for one in Path("/").glob(pattern[1:])), *drives):
        yield root
        yield root / "istaka"


def _in(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.glob(f"*{ENDING}") if path.is_file()]
    except OSError:  # somebody else's, or a drive without a disk
        return []
