"""Archives are written once per version and sent at the reader's speed."""

from __future__ import annotations

import atexit
import gzip
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile, mkdtemp
from threading import Lock
from typing import Final
from uuid import UUID

from scoring.archive.writer import write_archive

MAX_FILES: Final = 4
COMPRESSION_LEVEL: Final = 4
"""Compression level: a tenth of the size, one second for 200 MB."""
MAX_SECONDS: Final = 300
"""An archive with 2,048 entrants takes two minutes under load."""
CHUNK_SIZE: Final = 65_536


class SpooledArchive:
    """Opened; closed at its end or with its last reference."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()

    def read_chunks(self, *, compressed: bool) -> Iterator[bytes]:
        with self._file as file, file if compressed else gzip.GzipFile(fileobj=file) as read:
            while chunk := read.read(CHUNK_SIZE):
                yield chunk


class Spool:
    """The newest archives this process wrote, compressed, one per tournament."""

    def __init__(self) -> None:
        self._files: dict[UUID, tuple[str, Path]] = {}
        self._lock = Lock()
        self._folder: Path | None = None

    def find(self, public_id: UUID, version: str) -> SpooledArchive | None:
        """Another version is removed."""
        with self._lock, suppress(OSError):
            stored_version, path = self._files.get(public_id, ("", None))
            if path is not None and stored_version == version:
                return SpooledArchive(path)
            self._remove_file(public_id)
        return None

    def write(self, public_id: UUID, version: str) -> SpooledArchive:
        """Write the archive, gzipped, over the last version, and open it; beyond MAX_FILES the oldest go.

        Raises what write_archive raises.
        """
        with TemporaryFile() as plain:
            write_archive(public_id, plain, seconds=MAX_SECONDS)
            plain.seek(0)
            with (
                NamedTemporaryFile(dir=self._ensure_folder(), delete=False) as packed,
                gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=COMPRESSION_LEVEL) as into,
            ):
                shutil.copyfileobj(plain, into)
        path = Path(packed.name)
        with self._lock:
            opened = SpooledArchive(path)
            self._remove_file(public_id)
            self._files[public_id] = version, path
            while len(self._files) > MAX_FILES:
                self._remove_file(next(iter(self._files)))
        return opened

    def _remove_file(self, public_id: UUID) -> None:
        _version, path = self._files.pop(public_id, ("", None))
        if path is not None:
            with suppress(OSError):  # Windows can't remove a file that is being sent.
                path.unlink()

    def _ensure_folder(self) -> Path:
        with self._lock:
            if self._folder is None or not self._folder.is_dir():
                self._folder = Path(mkdtemp(prefix="istaka-archives-"))
                self._files.clear()
                atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
            return self._folder
