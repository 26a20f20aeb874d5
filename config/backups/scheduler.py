from __future__ import annotations

import logging
import threading
import time
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection
from django.utils import timezone

from config.backups import status, status_files, subprocesses
from config.backups.errors import ProcessFailedError
from tournaments.clocks import CLOCK_TOLERANCE
from tournaments.models import Club

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 2
"""The longest wait for a requested backup."""
START_DELAY_SECONDS: Final = 30
"""Pages go first after a start."""
NIGHT_HOUR: Final = 4
"""The local hour from which the ledger is checked."""
MIN_INTERVAL: Final = timedelta(hours=1)
"""A server that restarts again and again checks its ledger once in this time."""
NEVER: Final = timedelta(days=1000)
TASKS: Final = ("backup", "ledger")
"""Arguments of `config.backups.scheduled_task`, in this order."""


def run_forever() -> None:
    """Raise CommandError if no task is ever due."""
    if not settings.BACKUPS_EVERY_HOURS:
        raise CommandError("BACKUPS_EVERY_HOURS is 0: nothing is scheduled.")
    at_start = True
    time.sleep(START_DELAY_SECONDS)
    while True:
        for task in due(now=timezone.now(), at_start=at_start):
            run_task(task)
        at_start = False
        connection.close()  # it is rarely used, and a restore may replace the database
        time.sleep(POLL_SECONDS)


def start() -> None:
    threading.Thread(name="backups", target=run_forever, daemon=True).start()


def due(*, now: datetime, at_start: bool) -> list[str]:
    overdue = _age(status_files.BACKUP, now) >= timedelta(hours=settings.BACKUPS_EVERY_HOURS)
    backup = status.is_requested() or (overdue and _has_club())
    since_check, local = _age(status_files.LEDGER, now), timezone.localtime(now)
    tonight = (
        timezone.localtime(now - since_check).date() < local.date()
        if since_check < timedelta(days=2)
        else True
    )
    ledger = (at_start and since_check >= MIN_INTERVAL) or (tonight and local.hour >= NIGHT_HOUR)
    return [name for name, is_due in zip(TASKS, (backup, ledger), strict=True) if is_due]


def run_task(task: str) -> None:
    try:
        subprocesses.run_python("-m", "config.backups.scheduled_task", task)
    except ProcessFailedError as error:
        logger.error("The %s task failed: %s", task, error)


def _has_club() -> bool:
    """If the database fails, the task itself reports it."""
    try:
        return Club.objects.exists()
    except Error:
        return True


def _age(record: str, now: datetime) -> timedelta:
    """Very long without an attempt, or after a wrong clock."""
    at = status_files.read_time(record)
    age = now - at if at else NEVER
    return age if age >= -CLOCK_TOLERANCE else NEVER
