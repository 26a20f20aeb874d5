"""Write files completely or not at all, also at a power failure."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

CHUNK_BYTES: Final = 1 << 20
TEMPORARY_PREFIX: Final = ".making-"
"""Unfinished files and folders, which are no backups."""


@contextmanager
def atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, readable by its owner only, that replaces `path` at the end of the block."""
    unfinished = path.with_name(f"{TEMPORARY_PREFIX}{path.name}")
    try:
        unfinished.touch(mode=0o600)
        with unfinished.open("wb") as file:
            yield file
            flush_to_disk(file)
        publish(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def flush_to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def publish(unfinished: Path, path: Path) -> None:
    unfinished.replace(path)
    if sys.platform != "win32":  # which can't open folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
