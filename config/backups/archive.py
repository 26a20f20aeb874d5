"""The one file that a backup is: the database, what is known of it, and the key of the machine's sessions.

A zip archive by its form, whose comment is a digest of all that stands before it, so that a byte that was
changed or is missing anywhere is found. It is not named so: some browsers unpack what is called .zip.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Final

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_noop as _

from config.backups.hindrances import NotABackup
from config.backups.written import AT_A_TIME, to_disk

ENDING: Final = ".istaka"
DATABASE, MANIFEST, KEY = "database", "manifest.json", "secret-key"
_DIGITS: Final = 64
_READ_FAILURES: Final = (OSError, zipfile.BadZipFile, ValueError, KeyError, TypeError, EOFError)


@dataclass(frozen=True)
class Manifest:
    """What a backup holds: counted in the copy itself once it was made, and what `verify_ledger` said of it.

    `newest` is when its last hand was stored; blank without any. `unread` counts tournaments for which the
    time to verify did not suffice; `read_only` says that a copy could be read through and not be restored.
    """

    made_at: str
    release: str
    engine: str
    clubs: int
    tournaments: int
    hands: int
    newest: str
    migrations: list[str]
    differences: list[str]
    unread: int = 0
    read_only: bool = False

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.made_at)

    @property
    def newest_at(self) -> datetime | None:
        return datetime.fromisoformat(self.newest) if self.newest else None

    @property
    def good(self) -> bool:
        """Whether nothing in it was found to differ from what it rests on."""
        return not self.differences


def write(path: Path, *, database: Path, manifest: Manifest, key: str = "") -> None:
    """Write a backup to `path`, on the disk before this returns, readable by its owner only.

    A copy of PostgreSQL is compressed already. Raises OSError.
    """
    packed = zipfile.ZIP_STORED if manifest.engine == "postgresql" else zipfile.ZIP_DEFLATED
    path.touch(mode=0o600)
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(database, DATABASE, compress_type=packed)
        if key:
            archive.writestr(KEY, key)
        archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        archive.comment = b"0" * _DIGITS
    digest = _digest(path)
    with path.open("r+b") as file:
        file.seek(-_DIGITS, 2)
        file.write(digest.encode())
        to_disk(file)


def read(path: Path) -> Manifest:
    """What a backup says of itself, after a look at every byte of it. Raises NotABackup."""
    with _told(path), zipfile.ZipFile(path) as archive:
        if archive.comment.decode("ascii", "replace") != _digest(path):
            raise NotABackup(
                _("%(path)s: its bytes are not those that were written: cut short, or changed."), path=path
            )
        return _manifest(archive)


def glance(path: Path) -> Manifest:
    """The same without the look at its bytes: for lists. Raises NotABackup."""
    with _told(path), zipfile.ZipFile(path) as archive:
        return _manifest(archive)


def unpack(path: Path, database: Path) -> str:
    """Write the copy in a backup to `database`, and return the key that came with it, if one did.

    Raises NotABackup where a part is damaged, OSError where there is no room.
    """
    with _told(path), zipfile.ZipFile(path) as archive:
        database.touch(mode=0o600)
        with archive.open(DATABASE) as packed, database.open("wb") as file:
            while piece := packed.read(AT_A_TIME):
                file.write(piece)
        return archive.read(KEY).decode("ascii") if KEY in archive.namelist() else ""


def refuse_newer(path: Path, manifest: Manifest) -> None:
    """Raise NotABackup if a release made it that has tables which this one does not know."""
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(manifest.migrations) - known):
        raise NotABackup(
            _("%(path)s: a newer release made it (%(newest)s). Bring this one up to date first."),
            path=path,
            newest=newer[-1],
        )


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    told = json.loads(archive.read(MANIFEST))
    return Manifest(**{one.name: told[one.name] for one in fields(Manifest)})


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise NotABackup(_("%(path)s: there is no such file."), path=path) from error
    except PermissionError as error:
        raise NotABackup(_("%(path)s: it may not be read."), path=path) from error
    except _READ_FAILURES as error:
        raise NotABackup(
            _("%(path)s: it is no backup of Istaka, or only a part of one."), path=path
        ) from error


def _digest(path: Path) -> str:
    """Of all that stands before the digest itself."""
    digest, left = hashlib.sha256(), path.stat().st_size - _DIGITS
    with path.open("rb") as file:
        while left > 0 and (piece := file.read(min(left, AT_A_TIME))):
            digest.update(piece)
            left -= len(piece)
    return digest.hexdigest()
