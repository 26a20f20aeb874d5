"""Celery's beat touches a file; `python -m config.monitoring.beat_heartbeat` exits with 1 if it is old."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from celery.beat import Scheduler

HEARTBEAT_FILE: Final = Path(tempfile.gettempdir(), "istaka-beat")
MAX_AGE_SECONDS: Final = 60
"""The shortest schedule is ten seconds."""


class HeartbeatScheduler(Scheduler):  # type: ignore[misc]
    def tick(self, *args: Any, **kwargs: Any) -> Any:
        HEARTBEAT_FILE.touch()
        return super().tick(*args, **kwargs)


def is_alive() -> bool:
    try:
        return abs(time.time() - HEARTBEAT_FILE.stat().st_mtime) < MAX_AGE_SECONDS
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(not is_alive())
