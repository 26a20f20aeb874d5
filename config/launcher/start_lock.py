"""One start at a time: impatient people double-click twice."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from config.launcher.errors import LaunchError
from config.launcher.texts import _

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FILE: Final = "starting.lock"
SECONDS: Final = 120.0
SECONDS_BETWEEN: Final = 0.1


@contextmanager
def held(folder: Path, *, seconds: float = SECONDS) -> Iterator[Callable[[], None]]:
    """Wait for another start on this folder to end; yield a function that lets the next one begin.

    The system releases it with the process, however that ends. Raises LaunchError after `seconds`, or if the
    folder can't be written to.
    """
    try:
        handle: int | None = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise LaunchError(f"{error.filename}: {error.strerror}") from error

    def release() -> None:
        nonlocal handle
        if handle is not None:
            os.close(handle)
            handle = None

    assert handle is not None
    try:
        _wait_for(handle, time.monotonic() + seconds)
        yield release
    finally:
        release()


def _wait_for(handle: int, deadline: float) -> None:
    while not _is_locked_by_us(handle):
        if time.monotonic() > deadline:
            raise LaunchError(_("Istaka is being started already. Look for its page, or wait a minute."))
        time.sleep(SECONDS_BETWEEN)


def _is_locked_by_us(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
