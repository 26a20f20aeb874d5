"""A zip archive whose comment digests everything before it; not .zip, which some browsers unpack.

Reading raises InvalidBackupError, or OSError on a full disk.
"""

from __future__ import annotations

import errno
import hashlib
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from typing import Final

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_noop as _

from config.backups.atomic_files import CHUNK_BYTES, flush_to_disk
from config.backups.errors import InvalidBackupError
from config.backups.manifest import Manifest, from_json, to_json
from scoring.archive.errors import ArchiveRefused

SUFFIX: Final = ".istaka"
DATABASE, MANIFEST, KEY = "database", "manifest.json", "secret-key"
MAX_BYTES: Final = 500_000
"""Read of a manifest or key."""
_DIGITS: Final = 64
_READ_FAILURES: Final = (
    OSError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    ArchiveRefused,
    ValueError,
    TypeError,
    KeyError,
    EOFError,
    RuntimeError,  # encrypted parts, unknown compression
)


def write(path: Path, *, database: Path, manifest: Manifest, key: str = "") -> None:
    """Write a flushed file ending with its digest, if new for its owner only; the caller verifies it.

    An empty `key` is left out.
    """
    compression = zipfile.ZIP_STORED if manifest.engine == "postgresql" else zipfile.ZIP_DEFLATED
    path.touch(mode=0o600)
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(database, DATABASE, compress_type=compression)
        if key:
            archive.writestr(KEY, key)
        archive.writestr(MANIFEST, to_json(manifest))
        archive.comment = b"0" * _DIGITS
    digest = _digest(path)
    with path.open("r+b") as file:
        file.seek(-_DIGITS, 2)
        file.write(digest.encode())
        flush_to_disk(file)


def read(path: Path) -> Manifest:
    """Verify every byte."""
    with _open_archive(path) as archive:
        if archive.comment.decode("ascii", "replace") != _digest(path):
            raise InvalidBackupError(_("%(path)s: the file is incomplete or was changed."), path=path)
        return from_json(_read_part(archive, MANIFEST))


def read_manifest(path: Path) -> Manifest:
    """Verify no other bytes."""
    with _open_archive(path) as archive:
        return from_json(_read_part(archive, MANIFEST))


def unpacked_size(path: Path) -> int:
    with _open_archive(path) as archive:
        return archive.getinfo(DATABASE).file_size


def unpack(path: Path, database: Path) -> str:
    """Return the session key, "" without one."""
    with _open_archive(path) as archive:
        database.touch(mode=0o600)
        with archive.open(DATABASE) as source, database.open("wb") as file:
            copyfileobj(source, file, CHUNK_BYTES)
        return _read_part(archive, KEY).decode("ascii").strip() if KEY in archive.namelist() else ""


def refuse_newer_release(path: Path, manifest: Manifest) -> None:
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(manifest.migrations) - known):
        raise InvalidBackupError(
            _("%(path)s: a newer release made this backup (%(newest)s). Update this installation first."),
            path=path,
            newest=newer[-1],
        )


def _read_part(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise zipfile.BadZipFile
    return content


@contextmanager
def _open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup's file for the block; its digest isn't checked.

    Raises InvalidBackupError for unknown or repeated parts and read errors, also within the block. A full
    disk's OSError passes.
    """
    try:
        if not path.is_file():
            raise FileNotFoundError
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if len(names) > len({*names}) or not {*names} <= {DATABASE, MANIFEST, KEY}:
                raise zipfile.BadZipFile
            yield archive
    except FileNotFoundError as error:
        raise InvalidBackupError(_("%(path)s: file not found."), path=path) from error
    except PermissionError as error:
        raise InvalidBackupError(_("%(path)s: no permission to read the file."), path=path) from error
    except _READ_FAILURES as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise
        raise InvalidBackupError(
            _("%(path)s: this is not an Istaka backup, or only part of one."), path=path
        ) from error


def _digest(path: Path) -> str:
    digest, size = hashlib.sha256(), path.stat().st_size - _DIGITS
    with path.open("rb") as file:
        for start in range(0, size, CHUNK_BYTES):
            digest.update(file.read(min(CHUNK_BYTES, size - start)))
    return digest.hexdigest()
