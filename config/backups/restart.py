"""The memory must hold nothing of the old database."""

from __future__ import annotations

import os
import signal
import threading
from typing import Final

SECONDS_TO_ANSWER: Final = 1.0
_SUPERVISED = threading.Event()


def mark_supervised() -> None:
    _SUPERVISED.set()


def restart_server() -> None:
    """End this process after the response, if it is supervised."""
    if _SUPERVISED.is_set():
        threading.Timer(SECONDS_TO_ANSWER, os.kill, (os.getpid(), signal.SIGTERM)).start()
