"""A backup is made: copied, looked through, written, read again, and copied to a second place."""

from __future__ import annotations

import json
import shutil
import tempfile
import tomllib
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from config import keys
from config.backups import apart, archive, folder, notes, turns, written
from config.backups.engines import engine
from config.backups.folder import Backup
from config.backups.hindrances import CannotBe, Hindrance, hindrance_of
from config.backups.manifest import Manifest

SECONDS_TO_VERIFY: Final = 60
"""So long the ledger of a copy is verified, the latest tournaments first; at night each has its turn."""
ROOM_FOR_HANDS: Final = 100_000_000
"""Bytes that a backup leaves free: on a full disk no hand could be stored."""
MEGABYTE: Final = 1_000_000


def make(*, at: datetime) -> Backup:
    """Make a backup of the house as it is, and let go of those that the rule needs no more.

    It is under its name only when it was read again and found whole. What became of it, and of the second
    place, is noted. Raises Hindrance, and Busy while another is being made.
    """
    with turns.alone():
        _sweep()
        notes.forget(notes.ASKED)
        notes.note(notes.MAKING, {"at": at.isoformat(), "fault": Hindrance(_("It was broken off.")).noted})
        try:
            made = _make(at)
        except (Hindrance, OSError, ValueError) as error:
            why = hindrance_of(error)
            with suppress(OSError):
                notes.note(notes.MAKING, {"at": at.isoformat(), "fault": why.noted})
            raise why from error
        folder.forget(settings.BACKUPS, now=timezone.localtime(at))
        too = _copy_too(made, at)
        notes.note(notes.MAKING, {"at": at.isoformat(), **({"too": too.noted} if too else {})})
        return made


def _make(at: datetime) -> Backup:
    house = engine()
    demand_room(house.room_for_a_copy())
    with tempfile.TemporaryDirectory(dir=settings.BACKUPS, prefix=written.HALF_MADE) as scratch:
        copy, half_made = Path(scratch) / "copy", Path(scratch) / "backup"
        house.copy(copy)
        manifest = _looked_at(copy, at)
        key = keys.own_key(settings.VAR_DIR)
        archive.write(half_made, database=copy, manifest=manifest, key=key)
        copy.unlink()
        archive.unpack(half_made, copy)
        archive.read(half_made)
        path = settings.BACKUPS / folder.name_of(at)
        written.put(half_made, path)
    return Backup(path, manifest)


def _looked_at(copy: Path, at: datetime) -> Manifest:
    """What the copy holds; where it can't be opened, what the house held a moment later."""
    house = engine()
    with house.opened(copy) as opened:
        seconds = SECONDS_TO_VERIFY if opened.url else 0
        told = json.loads(apart.python("-m", "config.backups.inside", str(seconds), url=opened.url))
        return Manifest(
            made_at=at.isoformat(), release=release(), engine=house.name, read_only=not opened.url, **told
        )


def release() -> str:
    """The version of the program, as its project file says it."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def demand_room(needed: int) -> None:
    """Raise CannotBe unless the disk of backups has so many bytes, and room for hands besides."""
    free = shutil.disk_usage(settings.BACKUPS).free
    needed += ROOM_FOR_HANDS
    if free < needed:
        raise CannotBe(
            _("%(folder)s has %(free)s MB left, and %(needed)s are needed."),
            folder=settings.BACKUPS,
            free=free // MEGABYTE,
            needed=needed // MEGABYTE,
        )


def _copy_too(made: Backup, at: datetime) -> Hindrance | None:
    """Copy to the second place, if one is named; return what went wrong, if anything did.

    The folder is never made: a stick that is not plugged in would be taken for a folder of this disk.
    """
    if settings.BACKUPS_TOO is None:
        return None
    if not settings.BACKUPS_TOO.is_dir():
        return Hindrance(_("%(folder)s is not there."), folder=settings.BACKUPS_TOO)
    try:
        written.copy(made.path, settings.BACKUPS_TOO)
        archive.read(settings.BACKUPS_TOO / made.path.name)
        folder.forget(settings.BACKUPS_TOO, now=timezone.localtime(at))
    except (OSError, Hindrance) as error:
        return hindrance_of(error)
    return None


def _sweep() -> None:
    """Remove what was left behind by one that did not come to its end."""
    for left in settings.BACKUPS.glob(f"{written.HALF_MADE}*"):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)
