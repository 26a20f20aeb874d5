from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from .account_slots import MAX_WAIT_SECONDS, Busy

logger = logging.getLogger(__name__)

MAX_CHILDREN: Final = 2
"""Concurrent children of this process; it limits the memory used for reading."""
MAX_WAITING: Final = 2
"""Threads that may wait for a child; the other threads serve pages."""
MAX_MEMORY_BYTES: Final = 300_000_000
"""Bytes of address space; the largest list takes half of it."""
CPU_SECONDS: Final = 2
"""Seconds of processor time; the largest list takes 0.8, the largest picture 0.5."""
WALL_SECONDS: Final = 6.0
POLL_SECONDS: Final = 0.1
MAX_ANSWER_BYTES: Final = 8_000_000
_ROOT: Final = Path(__file__).resolve().parents[3]
_CHILD: Final = Path(__file__).with_name("child.py")
_PASSED_ENVIRONMENT: Final = ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Environment variables that an interpreter needs to start; secrets are not passed on."""
_CREATION_FLAGS: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(
    subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0
)
"""Windows only."""

_admission_slots = threading.BoundedSemaphore(MAX_CHILDREN + MAX_WAITING)
_reading_slots = threading.BoundedSemaphore(MAX_CHILDREN)


class Unreadable(Exception):  # noqa: N818 - the file's fault, not ours
    """The child died, exceeded a limit, or sent no JSON of a bounded size."""


def read_in_child(
    reader: str,
    content: bytes,
    *,
    memory: int = MAX_MEMORY_BYTES,
    seconds: int = CPU_SECONDS,
    wall_seconds: float = WALL_SECONDS,
    max_answer_bytes: int = MAX_ANSWER_BYTES,
) -> Any:
    """Call `reader` ("package.module:function") in a child process; return its answer from JSON.

    `memory` is in bytes, `seconds` of processor time. The reader's module imports neither Django nor
    settings. A malicious file may control the child: the caller checks the answer. Raises Unreadable, Busy.
    """
    task = {"path": _import_path(), "reader": reader, "memory": memory, "seconds": seconds}
    request = json.dumps(task).encode() + b"\n" + content
    with _reading_slot():
        answer, code = _exchange_with_child(
            request, memory=memory, seconds=wall_seconds, max_bytes=max_answer_bytes
        )
    try:
        if answer is None or len(answer) > max_answer_bytes:
            raise Unreadable
        return json.loads(answer)
    except (ValueError, RecursionError, Unreadable) as error:
        logger.warning("A child process could not read a file: %s ended with %s.", reader, code)
        raise Unreadable from error


@contextmanager
def _reading_slot() -> Iterator[None]:
    """Limit how many files are read at once.

    Raises Busy if too many wait, or after MAX_WAIT_SECONDS.
    """
    if not _admission_slots.acquire(blocking=False):
        raise Busy
    try:
        if not _reading_slots.acquire(timeout=MAX_WAIT_SECONDS):
            raise Busy
        try:
            yield
        finally:
            _reading_slots.release()
    finally:
        _admission_slots.release()


def _exchange_with_child(
    request: bytes, *, memory: int, seconds: float, max_bytes: int
) -> tuple[bytes | None, int]:
    """Return the answer, at most one byte longer than `max_bytes`, and the exit code.

    The answer is None if not complete after `seconds` or, on macOS, when `memory` is used up. Raises Busy if
    no process or thread can be started. The child is always killed.
    """
    try:
        process = _start_child()
    except OSError as error:
        logger.exception("No child process can be started to read a file.")
        raise Busy from error
    try:
        exchange = _Exchange(process, request, max_bytes)
        try:
            exchange.start()
        except RuntimeError as error:
            exchange.close()
            logger.warning("No thread can be started to read a file.")
            raise Busy from error
        _wait_for_answer(exchange, process.pid, memory=memory, seconds=seconds)
        answer = exchange.answer
        with suppress(subprocess.TimeoutExpired):  # the answer is complete only after the child has ended
            process.wait(0.5 if answer is not None and len(answer) <= max_bytes else 0)
    finally:
        process.kill()
        code = process.wait()
    return answer, code


def _start_child() -> subprocess.Popen[bytes]:
    """Start an isolated interpreter with pipes, minimal environment and no stderr; the caller ends it."""
    return subprocess.Popen(  # noqa: S603  our own interpreter and file, no shell
        # -I: no user or current folder; -S: no start-up files; -B: the code may be read-only
        [sys.executable, "-I", "-S", "-B", "-X", "utf8", str(_CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={name: os.environ[name] for name in _PASSED_ENVIRONMENT if name in os.environ},
        creationflags=_CREATION_FLAGS,
        start_new_session=True,
    )


def _wait_for_answer(exchange: threading.Thread, pid: int, *, memory: int, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    interval = POLL_SECONDS if sys.platform == "darwin" else seconds
    while exchange.is_alive() and (left := deadline - time.monotonic()) > 0:
        exchange.join(min(interval, left))
        if sys.platform == "darwin" and resident_memory(pid) > memory:
            return


def resident_memory(pid: int) -> int:
    """Return bytes, 0 if the process has ended."""
    report = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=False)  # noqa: S603, S607
    return 1024 * int(report.stdout.strip() or 0)


def _import_path() -> list[str]:
    return [str(_ROOT), *(str(Path(folder).resolve()) for folder in sys.path)]


class _Exchange(threading.Thread):
    def __init__(self, process: subprocess.Popen[bytes], request: bytes, max_bytes: int) -> None:
        super().__init__(name="reads a file", daemon=True)
        assert process.stdin
        assert process.stdout
        self._to_child, self._from_child = process.stdin, process.stdout
        self._request, self._most = request, max_bytes
        self.answer: bytes | None = None

    def close(self) -> None:
        self._to_child.close()
        self._from_child.close()

    def run(self) -> None:
        with suppress(OSError), self._to_child:  # the child may end before it has read everything
            self._to_child.write(self._request)
        with suppress(OSError), self._from_child:
            self.answer = self._from_child.read(self._most + 1)
