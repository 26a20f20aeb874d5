"""What the processes of one server count, together: whichever of them is asked tells of all.

A server has several processes, and a scrape reaches any one of them. Each counts in a file of its own, which
is mapped into its memory, so that counting costs no call of the system; whoever is asked adds up all files.
They lie in memory, not on a disk, which may be full when somebody looks, in a folder that belongs to the
process that started them. What one that has ended had counted stays counted; of what it held nothing is left.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from shutil import rmtree
from typing import Final

REQUESTS: Final = "requests"
SECONDS: Final = "seconds"
GAUGES: Final = ("in progress", "streams")
"""What a process has open at the moment, and nobody once it has ended."""
BUCKETS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds; `slower` counts what took longer than the last."""
STATUSES: Final = tuple(str(status.value) for status in HTTPStatus if status.value >= HTTPStatus.OK)
NAMES: Final = (
    *GAUGES,
    *(f"{REQUESTS} {status}" for status in STATUSES),
    *(f"{SECONDS} {bucket}" for bucket in BUCKETS),
    f"{SECONDS} slower",
    f"{SECONDS} sum",
)
INDEX: Final = {name: place for place, name in enumerate(NAMES)}
BYTES: Final = 8 * len(NAMES)
OWNER_ONLY, OTHERS_BITS = 0o700, 0o077
SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108  others may write there, which is looked at
"""Linux has such a folder. A laptop without one serves with one process."""


class Counters:
    """Counters by name (`NAMES`); without a folder they are this process's alone. For one thread."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._own = memoryview(bytearray(BYTES) if folder is None else _file(folder, os.getpid())).cast("d")
        for name in GAUGES:
            self._own[INDEX[name]] = 0  # of another process that had its number

    def add(self, name: str, by: float = 1) -> None:
        self._own[INDEX[name]] += by

    def took(self, seconds: float) -> None:
        """Count an answer that began after so many seconds."""
        bucket = next((one for one in BUCKETS if seconds <= one), "slower")
        self.add(f"{SECONDS} {bucket}")
        self.add(f"{SECONDS} sum", seconds)

    def answered(self, status: int) -> None:
        """Count an answer by its status; one that nobody knows is counted as a fault of ours."""
        self.add(
            f"{REQUESTS} {status if str(status) in STATUSES else HTTPStatus.INTERNAL_SERVER_ERROR.value}"
        )

    def told(self) -> Mapping[str, float]:
        """The sums of all processes of this server."""
        sums = dict(zip(NAMES, self._own, strict=True))
        for lives, others in self._others():
            for name, figure in zip(NAMES, others, strict=True):
                sums[name] += figure if lives or name not in GAUGES else 0
        return sums

    def _others(self) -> Iterator[tuple[bool, memoryview[float]]]:
        for file in self._folder.iterdir() if self._folder else ():
            if file.name != str(os.getpid()):
                kept = file.read_bytes()
                if len(kept) == BYTES:
                    yield is_alive(int(file.name)), memoryview(kept).cast("d")


def server_folder() -> Path | None:
    """The folder that the processes of this server share, made where it isn't there; None if it can't be.

    It is nobody else's. What servers that have ended left is removed.
    """
    try:
        ours = SHARED_MEMORY / f"istaka-{os.getuid()}"
        ours.mkdir(mode=OWNER_ONLY, exist_ok=True)
        found = ours.lstat()
        if found.st_uid != os.getuid() or found.st_mode & OTHERS_BITS or ours.is_symlink():
            return None
        for left in ours.iterdir():
            if not is_alive(int(left.name)):
                rmtree(left, ignore_errors=True)
        folder = ours / str(os.getppid())
        folder.mkdir(mode=OWNER_ONLY, exist_ok=True)
    except (AttributeError, OSError, ValueError):  # Windows knows no users by number
        return None
    return folder


def is_alive(process: int) -> bool:
    with suppress(ProcessLookupError):
        try:
            os.kill(process, 0)
        except PermissionError:
            return True
        return True
    return False


def _file(folder: Path, process: int) -> mmap.mmap:
    """The file of a process, in memory: zeros, or what another one of its number had counted."""
    handle = os.open(folder / str(process), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if os.fstat(handle).st_size != BYTES:
            os.write(
                handle, bytes(BYTES)
            )  # what is mapped must be there: a page without room ends the process
        return mmap.mmap(handle, BYTES)
    finally:
        os.close(handle)
