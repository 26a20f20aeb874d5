"""A server that begins anew, so that nothing in its memory is of the house that was replaced."""

from __future__ import annotations

import os
import signal
import threading
from typing import Final

SECONDS_TO_ANSWER: Final = 1.0
_SUPERVISED = threading.Event()


def is_supervised() -> None:
    """Say that whoever started this process starts it again when it ends."""
    _SUPERVISED.set()


def begin_anew() -> None:
    """End this process once the answer is on its way; without a supervisor nothing ends."""
    if _SUPERVISED.is_set():
        threading.Timer(SECONDS_TO_ANSWER, os.kill, (os.getpid(), signal.SIGTERM)).start()
