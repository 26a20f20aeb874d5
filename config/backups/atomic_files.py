"""Write files completely or not at all, also at a power failure."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Final

CHUNK_BYTES: Final = 1 << 20
TEMPORARY_PREFIX: Final = ".making-"
"""Unfinished files and folders, which are no backups."""


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


def copy(path: Path, folder: Path) -> None:
    """Copy into `folder`, replacing a file of that name, all or nothing; only the owner can read the copy."""
    unfinished = folder / f"{TEMPORARY_PREFIX}{path.name}"
    try:
        unfinished.touch(mode=0o600)
        with path.open("rb") as source, unfinished.open("wb") as target:
            copyfileobj(source, target, CHUNK_BYTES)
            flush_to_disk(target)
        publish(unfinished, folder / path.name)
    finally:
        unfinished.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    unfinished = path.with_name(f"{TEMPORARY_PREFIX}{path.name}")
    unfinished.touch(mode=0o600)
    with unfinished.open("wb") as file:
        file.write(text.encode())
        flush_to_disk(file)
    publish(unfinished, path)
