"""The one file that a backup is: the database, what is known of it, and the key of the machine's sessions.

A zip archive by its form, whose comment is a digest of all that stands before it, so that a byte that was
changed or is missing anywhere is found. It is not named so: some browsers unpack what is called .zip.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_noop as _

from config.backups.hindrances import NotABackup
from config.backups.manifest import MAX_BYTES, Manifest, from_json, to_json
from config.backups.written import AT_A_TIME, to_disk
from config.errors.faults import SYSTEM_FAULTS, Fault

ENDING: Final = ".istaka"
DATABASE, MANIFEST, KEY = "database", "manifest.json", "secret-key"
_DIGITS: Final = 64
_MAX_KEY: Final = 1_000
_METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_READ_FAILURES: Final = (
    OSError,
    zipfile.BadZipFile,
    zlib.error,
    OverflowError,  # an offset that no file has
    ValueError,
    KeyError,
    EOFError,
    RuntimeError,  # a part that is encrypted, or packed in another way
)
"""What zipfile raises of files that this program did not write."""


class _File(io.FileIO):
    """A file of which at most `AT_A_TIME` bytes are read at once, whatever its directory of parts claims."""

    def read(self, size: int | None = -1, /) -> bytes:
        wanted = AT_A_TIME + 1 if size is None or size < 0 else size
        content = super().read(min(wanted, AT_A_TIME + 1))
        if len(content) > AT_A_TIME:
            raise zipfile.BadZipFile
        return content


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
        archive.writestr(MANIFEST, to_json(manifest))
        archive.comment = b"0" * _DIGITS
    digest = _digest(path)
    with path.open("r+b") as file:
        file.seek(-_DIGITS, 2)
        file.write(digest.encode())
        to_disk(file)


def read(path: Path) -> Manifest:
    """Return the manifest of a backup after checking every byte of the file. Raises NotABackup."""
    with _opened(path) as archive:
        if archive.comment.decode("ascii", "replace") != _digest(path):
            raise NotABackup(
                _("%(path)s: its bytes are not those that were written: cut short, or changed."), path=path
            )
        return from_json(_part(archive, MANIFEST, MAX_BYTES))


def glance(path: Path) -> Manifest:
    """Return the manifest without checking the other bytes, for lists. Raises NotABackup."""
    with _opened(path) as archive:
        return from_json(_part(archive, MANIFEST, MAX_BYTES))


def unpacked_size(path: Path) -> int:
    """Return how many bytes `unpack` writes at most. Raises NotABackup."""
    with _opened(path) as archive:
        return archive.getinfo(DATABASE).file_size


def unpack(path: Path, database: Path) -> str:
    """Write the copy in a backup to `database`, and return the key that came with it, if one did.

    Raises NotABackup where a part is damaged, OSError where there is no room.
    """
    with _opened(path) as archive:
        database.touch(mode=0o600)
        with archive.open(DATABASE) as packed, database.open("wb") as file:
            while piece := packed.read(AT_A_TIME):
                file.write(piece)
        return _part(archive, KEY, _MAX_KEY).decode("ascii").strip() if KEY in archive.namelist() else ""


def refuse_newer(path: Path, manifest: Manifest) -> None:
    """Raise NotABackup if a release made it that has tables which this one does not know."""
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(manifest.migrations) - known):
        raise NotABackup(
            _("%(path)s: a newer release made it (%(newest)s). Bring this one up to date first."),
            path=path,
            newest=newer[-1],
        )


def _part(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return a small part as a whole, however much it claims to unpack to."""
    content = b""
    with archive.open(name) as file:
        while piece := file.read(AT_A_TIME):
            content += piece
            if len(content) > most:
                raise zipfile.BadZipFile
    return content


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup as a zip archive of its known parts. Raises NotABackup."""
    try:
        if not path.is_file():
            raise FileNotFoundError
        with _File(path) as file, zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if len(names) > len({*names}) or not {*names} <= {DATABASE, MANIFEST, KEY}:
                raise zipfile.BadZipFile
            if not {part.compress_type for part in archive.infolist()} <= _METHODS:
                raise zipfile.BadZipFile
            yield archive
    except FileNotFoundError as error:
        raise NotABackup(_("%(path)s: there is no such file."), path=path) from error
    except PermissionError as error:
        raise NotABackup(_("%(path)s: it may not be read."), path=path) from error
    except _READ_FAILURES as error:
        if isinstance(error, OSError) and SYSTEM_FAULTS.get(error.errno or 0) is Fault.FULL:
            raise
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
