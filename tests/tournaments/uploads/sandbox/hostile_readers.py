"""Readers for the child process; each misbehaves as a malicious file could make ours do."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any


def answer(content: bytes) -> Any:
    return {"length": len(content), "text": "İstaka"}


def name_process(_content: bytes) -> list[Any]:
    ours = [name for name in sys.modules if name.partition(".")[0] in ("django", "config", "celery")]
    return [os.getpid(), ours, sorted(os.environ)]


def take_memory(content: bytes) -> int:
    return len(bytearray(int(content)))


def loop(_content: bytes) -> None:
    while True:
        pass


def sleep(_content: bytes) -> None:
    time.sleep(3600)


def talk(_content: bytes) -> None:
    while True:
        sys.stdout.buffer.write(b"x" * 65_536)


def write_what_came(content: bytes) -> None:
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    os._exit(0)


def die(_content: bytes) -> None:
    os.abort()


class Panic(BaseException):
    """As raised by a library in another language."""


def panic(_content: bytes) -> None:
    raise Panic


def leave_a_child(_content: bytes) -> None:
    """Start a process that keeps the pipe open for longer than its parent lives."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(5)"], start_new_session=True)
    os._exit(0)


def write_a_file(content: bytes) -> int:
    with open(content.decode(), "wb") as file:  # noqa: PTH123
        return file.write(b"x")
