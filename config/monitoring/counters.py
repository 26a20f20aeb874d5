"""All processes of a server share the counters.

Each counts in its own memory-mapped file; a scrape adds up all. They are in shared memory, as a disk may be
full, in a folder named after the parent process. Ended processes' totals stay, not their gauges.
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
"""Current values; they end with their process."""
BUCKETS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds in seconds; `slower` is the rest."""
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
"""Linux only; a laptop without it serves with one process."""


class Counters:
    """Without a folder, only of this process. For one thread."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._own = memoryview(bytearray(BYTES) if folder is None else _file(folder, os.getpid())).cast("d")
        for name in GAUGES:
            self._own[INDEX[name]] = 0  # from an earlier process with this number

    def add(self, name: str, amount: float = 1) -> None:
        self._own[INDEX[name]] += amount

    def count_duration(self, seconds: float) -> None:
        bucket = next((bound for bound in BUCKETS if seconds <= bound), "slower")
        self.add(f"{SECONDS} {bucket}")
        self.add(f"{SECONDS} sum", seconds)

    def count_response(self, status: int) -> None:
        """Unknown ones count as 500."""
        self.add(
            f"{REQUESTS} {status if str(status) in STATUSES else HTTPStatus.INTERNAL_SERVER_ERROR.value}"
        )

    def totals(self) -> Mapping[str, float]:
        totals_by_name = dict(zip(NAMES, self._own, strict=True))
        for is_running, process_values in self._others():
            for name, value in zip(NAMES, process_values, strict=True):
                totals_by_name[name] += value if is_running or name not in GAUGES else 0
        return totals_by_name

    def _others(self) -> Iterator[tuple[bool, memoryview[float]]]:
        for file in self._folder.iterdir() if self._folder else ():
            if file.name != str(os.getpid()):
                content = file.read_bytes()
                if len(content) == BYTES:
                    yield is_alive(int(file.name)), memoryview(content).cast("d")


def server_folder() -> Path | None:
    """Create this server's folder in shared memory; delete those of ended servers.

    It is named after the parent process. Return None if impossible (Windows) or if other users may use its
    parent.
    """
    try:
        folder_of_user = SHARED_MEMORY / f"istaka-{os.getuid()}"
        folder_of_user.mkdir(mode=OWNER_ONLY, exist_ok=True)
        stat = folder_of_user.lstat()
        if stat.st_uid != os.getuid() or stat.st_mode & OTHERS_BITS or folder_of_user.is_symlink():
            return None
        for old in folder_of_user.iterdir():
            if not is_alive(int(old.name)):
                rmtree(old, ignore_errors=True)
        folder = folder_of_user / str(os.getppid())
        folder.mkdir(mode=OWNER_ONLY, exist_ok=True)
    except (AttributeError, OSError, ValueError):  # Windows has no numeric users
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
    """May continue an ended process's counts."""
    handle = os.open(folder / str(process), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if os.fstat(handle).st_size != BYTES:
            os.write(handle, bytes(BYTES))  # reserve the space: a mapped page without space kills the process
        return mmap.mmap(handle, BYTES)
    finally:
        os.close(handle)
