"""Celery's beat with a sign of life: it listens at no port, so that nobody could ask it how it is.

`python -m config.monitoring.beat` ends with 1 where its last sign is old: the health check of the service.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from celery.beat import Scheduler

HEARTBEAT_FILE: Final = Path(tempfile.gettempdir(), "istaka-beat")
MAX_AGE_SECONDS: Final = 60
"""Its shortest schedule is ten seconds: so old a sign is none."""


class HeartbeatScheduler(Scheduler):  # type: ignore[misc]
    """The schedule in memory, as Celery keeps it; each look at what is due touches `SIGN`."""

    def tick(self, *given: Any, **named: Any) -> Any:
        HEARTBEAT_FILE.touch()
        return super().tick(*given, **named)


def is_alive() -> bool:
    """Whether a beat on this machine looked at what is due within the last minute."""
    try:
        return abs(time.time() - HEARTBEAT_FILE.stat().st_mtime) < MAX_AGE_SECONDS
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(not is_alive())
