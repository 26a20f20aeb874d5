"""How a page ends its server, after its response."""

from __future__ import annotations

import os
import signal
import threading
from typing import Final

SUPERVISOR: Final = "SUPERVISOR_PROCESS"
"""Set by `supervisor.py` for its child."""
SECONDS_TO_ANSWER: Final = 1.0


def restart_server() -> None:
    """Let the supervisor start it again; do nothing without one."""
    if os.environ.get(SUPERVISOR):
        _end_soon(os.getpid())


def stop_server() -> None:
    """End the supervisor, which ends the server."""
    _end_soon(int(os.environ[SUPERVISOR]))


def _end_soon(process: int) -> None:
    threading.Timer(SECONDS_TO_ANSWER, os.kill, (process, signal.SIGTERM)).start()
