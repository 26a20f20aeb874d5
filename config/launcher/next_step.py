"""How a page of the server ends it, for good or to start again with another address."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Final

SECONDS_TO_ANSWER: Final = 1.0


def request_restart(folder: Path) -> None:
    """Let the launcher start the server again once it has ended."""
    _restart_file(folder).touch()


def take_restart(folder: Path) -> bool:
    """Return whether it was requested, once."""
    requested = _restart_file(folder).exists()
    _restart_file(folder).unlink(missing_ok=True)
    return requested


def stop_server() -> None:
    """End this server after its response. Its supervisor would start it again, so that one ends."""
    supervisor = int(os.environ["SUPERVISOR_PROCESS"])
    threading.Timer(SECONDS_TO_ANSWER, os.kill, (supervisor, signal.SIGTERM)).start()


def _restart_file(folder: Path) -> Path:
    return folder / "restart"
