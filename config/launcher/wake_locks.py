"""Keep this computer awake; each system has its own way."""

from __future__ import annotations

import ctypes
import os
import select
import subprocess
import sys
from contextlib import suppress
from typing import IO, Final, Protocol

SECONDS: Final = 10
CAFFEINATE: Final = "caffeinate"
INHIBIT: Final = (
    *("systemd-inhibit", "--what=idle:sleep", "--who=Istaka", "--why=A tournament is being played"),
    *("--mode=block", "cat"),
)
# https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-setthreadexecutionstate
ES_CONTINUOUS: Final = 0x80000000
ES_SYSTEM_REQUIRED: Final = 0x1
ES_DISPLAY_REQUIRED: Final = 0x2


class CannotKeepAwakeError(Exception):
    """The message is the system's reason."""


class WakeLock(Protocol):
    def is_held(self) -> bool: ...

    def release(self) -> None: ...


def acquire(system: str = sys.platform) -> WakeLock:
    """Keep system and display awake until the lock is released or this process ends, however it ends.

    Release it in the same thread: on Windows the lock is the thread's. Raises CannotKeepAwakeError.
    """
    try:
        if system == "win32":
            return ThreadLock()
        if system == "darwin":
            # It ends with our process by itself.
            return ProgramLock(_start(CAFFEINATE, "-dim", "-w", str(os.getpid())))
        return _inhibit_by_systemd()
    except OSError as error:
        raise CannotKeepAwakeError(f"{error.filename or system}: {error.strerror}") from error


class ThreadLock:
    def __init__(self) -> None:
        _set_thread_state(ES_CONTINUOUS | ES_SYSTEM_REQUIRED | ES_DISPLAY_REQUIRED)

    def is_held(self) -> bool:
        return True

    def release(self) -> None:
        _set_thread_state(ES_CONTINUOUS)


def _set_thread_state(flags: int) -> None:
    if not ctypes.windll.kernel32.SetThreadExecutionState(flags):  # type: ignore[attr-defined]
        raise CannotKeepAwakeError("SetThreadExecutionState")


class ProgramLock:
    """Held while the program runs."""

    def __init__(self, program: subprocess.Popen[bytes]) -> None:
        self.program = program

    def is_held(self) -> bool:
        return self.program.poll() is None

    def release(self) -> None:
        self.program.terminate()
        with self.program:  # closes its pipes, and waits
            pass


def _inhibit_by_systemd() -> ProgramLock:
    """`cat` ends when its input ends, that is with this process; it answers only if the lock was granted."""
    lock = ProgramLock(_start(*INHIBIT))
    program = lock.program
    assert program.stdin is not None
    assert program.stdout is not None
    with suppress(OSError):  # it has ended already
        program.stdin.write(b"\n")
        program.stdin.flush()
    if not _answers(program.stdout):
        program.kill()
        reason = program.communicate()[1].decode(errors="replace").strip()
        raise CannotKeepAwakeError(reason or INHIBIT[0])
    return lock


def _answers(output: IO[bytes]) -> bool:
    """Return whether a byte comes within SECONDS."""
    return bool(select.select([output], [], [], SECONDS)[0]) and bool(os.read(output.fileno(), 1))


def _start(*command: str) -> subprocess.Popen[bytes]:
    """Raises OSError."""
    return subprocess.Popen(  # noqa: S603  the system's program, no shell
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
