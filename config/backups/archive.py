"""A zip archive whose comment digests everything before it; not .zip, which some browsers unpack.

Reading raises InvalidBackupError, or OSError on a full disk.
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

from config.backups.atomic_files import CHUNK_BYTES, flush_to_disk
from config.backups.errors import InvalidBackupError
from config.backups.manifest import MAX_BYTES, Manifest, from_json, to_json
from config.errors.database_faults import SYSTEM_FAULTS, Fault

SUFFIX: Final = ".istaka"
DATABASE, MANIFEST, KEY = "database", "manifest.json", "secret-key"
_DIGITS: Final = 64
_MAX_KEY: Final = 1_000
_METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_READ_FAILURES: Final = (
    OSError,
    zipfile.BadZipFile,
    zlib.error,
    OverflowError,  # impossible offsets
    ValueError,
    KeyError,
    EOFError,
    RuntimeError,  # encrypted parts, unknown compression
)


class _File(io.FileIO):
    """Read at most `CHUNK_BYTES` at once, whatever its directory claims."""

    def read(self, size: int | None = -1, /) -> bytes:
        limit = CHUNK_BYTES + 1 if size is None or size < 0 else size
        content = super().read(min(limit, CHUNK_BYTES + 1))
        if len(content) > CHUNK_BYTES:
            raise zipfile.BadZipFile
        return content


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
        return from_json(_read_part(archive, MANIFEST, MAX_BYTES))


def read_manifest(path: Path) -> Manifest:
    """Verify no other bytes."""
    with _open_archive(path) as archive:
        return from_json(_read_part(archive, MANIFEST, MAX_BYTES))


def unpacked_size(path: Path) -> int:
    with _open_archive(path) as archive:
        return archive.getinfo(DATABASE).file_size


def unpack(path: Path, database: Path) -> str:
    """Return the session key, "" without one."""
    with _open_archive(path) as archive:
        database.touch(mode=0o600)
        with archive.open(DATABASE) as source, database.open("wb") as file:
            while chunk := source.read(CHUNK_BYTES):
                file.write(chunk)
        return _read_part(archive, KEY, _MAX_KEY).decode("ascii").strip() if KEY in archive.namelist() else ""


def refuse_newer_release(path: Path, manifest: Manifest) -> None:
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(manifest.migrations) - known):
        raise InvalidBackupError(
            _("%(path)s: a newer release made this backup (%(newest)s). Update this installation first."),
            path=path,
            newest=newer[-1],
        )


def _read_part(archive: zipfile.ZipFile, name: str, max_bytes: int) -> bytes:
    content = b""
    with archive.open(name) as file:
        while chunk := file.read(CHUNK_BYTES):
            content += chunk
            if len(content) > max_bytes:
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
        with _File(path) as file, zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if len(names) > len({*names}) or not {*names} <= {DATABASE, MANIFEST, KEY}:
                raise zipfile.BadZipFile
            if not {part.compress_type for part in archive.infolist()} <= _METHODS:
                raise zipfile.BadZipFile
            yield archive
    except FileNotFoundError as error:
        raise InvalidBackupError(_("%(path)s: file not found."), path=path) from error
    except PermissionError as error:
        raise InvalidBackupError(_("%(path)s: no permission to read the file."), path=path) from error
    except _READ_FAILURES as error:
        if isinstance(error, OSError) and SYSTEM_FAULTS.get(error.errno or 0) is Fault.FULL:
            raise
        raise InvalidBackupError(
            _("%(path)s: this is not an Istaka backup, or only part of one."), path=path
        ) from error


def _digest(path: Path) -> str:
    digest, remaining = hashlib.sha256(), path.stat().st_size - _DIGITS
    with path.open("rb") as file:
        while remaining > 0 and (chunk := file.read(min(remaining, CHUNK_BYTES))):
            digest.update(chunk)
            remaining -= len(chunk)
    return digest.hexdigest()
