"""The folders in which backups lie: what is there, the last good one, and what the rule lets go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from config.backups import archive, keeping
from config.backups.archive import ENDING
from config.backups.hindrances import NotABackup
from config.backups.manifest import Manifest
from tournaments.clocks import CLOCKS_DIFFER

BEGINNING: Final = "istaka-"
_STAMP: Final = "%Y%m%dT%H%M%S%fZ"


@dataclass(frozen=True)
class Backup:
    """A file that says of itself that it is a backup."""

    path: Path
    manifest: Manifest

    @property
    def at(self) -> datetime:
        return self.manifest.at

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def name_of(at: datetime) -> str:
    """The name of a backup made at a moment: by name they stand in the order of time."""
    return f"{BEGINNING}{at.astimezone(UTC).strftime(_STAMP)}{ENDING}"


def newest_first(folder: Path) -> Iterator[Backup]:
    """The backups in a folder; other files, and what is only half made, are none."""
    for path in sorted(folder.glob(f"{BEGINNING}*{ENDING}"), reverse=True):
        with suppress(NotABackup):
            yield Backup(path, archive.glance(path))


def last(folder: Path) -> Backup | None:
    return next(newest_first(folder), None)


def last_good(folder: Path, *, now: datetime) -> Backup | None:
    """The newest in which nothing was found to be wrong; none that a clock which was ahead has dated."""
    made = (one for one in newest_first(folder) if one.at <= now + CLOCKS_DIFFER)
    return next((one for one in made if one.manifest.good), None)


def named(name: str) -> Backup | None:
    """A backup of ours by the name of its file; None for whatever else somebody asks for."""
    return next((one for one in newest_first(settings.BACKUPS) if one.path.name == name), None)


def at_hand() -> list[Backup]:
    """What lies in both places, each once, newest first."""
    places = [settings.BACKUPS, *([settings.BACKUPS_TOO] if settings.BACKUPS_TOO else [])]
    found = {one.path.name: one for place in reversed(places) for one in newest_first(place)}
    return [found[name] for name in sorted(found, reverse=True)]


def forget(folder: Path, *, now: datetime) -> list[Path]:
    """Remove what the rule needs no more, and return what that was; days are those of the house."""
    there = {timezone.localtime(one.at): one for one in newest_first(folder)}
    good = [at for at, one in there.items() if one.manifest.good]
    gone = [there[at].path for at in keeping.forgettable([*there], good=good, now=now)]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone
