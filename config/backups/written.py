"""Files that are there whole or not at all, also after the power failed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Final

AT_A_TIME: Final = 1 << 20
"""Bytes that are read at a time, however large a file is."""
HALF_MADE: Final = ".making-"
"""How names of files and folders begin that are not done: none of them is taken for a backup."""


def to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def put(half_made: Path, path: Path) -> None:
    """Give a file that is on the disk its name; from then on it is there."""
    half_made.replace(path)
    if sys.platform != "win32":  # which knows no folder as a file
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def copy(path: Path, folder: Path) -> None:
    """Copy a file into another folder, under its own name. Raises OSError, and leaves nothing half done."""
    half_made = folder / f"{HALF_MADE}{path.name}"
    try:
        half_made.touch(mode=0o600)
        with path.open("rb") as source, half_made.open("wb") as target:
            copyfileobj(source, target, AT_A_TIME)
            to_disk(target)
        put(half_made, folder / path.name)
    finally:
        half_made.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a small file that only its owner may read."""
    half_made = path.with_name(f"{HALF_MADE}{path.name}")
    half_made.touch(mode=0o600)
    with half_made.open("wb") as file:
        file.write(text.encode())
        to_disk(file)
    put(half_made, path)
