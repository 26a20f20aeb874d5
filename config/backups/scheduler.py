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
from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.enums import TournamentState
from tournaments.models import Club, Tournament

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 2
"""Longest wait for a requested backup."""
START_DELAY_SECONDS: Final = 30
"""Pages go first after a start."""
NIGHT_HOUR: Final = 4
"""Local hour of the ledger check."""
MIN_INTERVAL: Final = timedelta(hours=1)
"""Between ledger checks of a server that keeps restarting."""
ENDED_WITHIN: Final = timedelta(days=7)
"""After its last day a tournament's end causes no backup of its own."""
NEVER: Final = timedelta(days=1000)
TASKS: Final = ("backup", "ledger")
"""Of `config.backups.scheduled_task`, in order."""


def run_forever() -> None:
    """Run due tasks every POLL_SECONDS, first after START_DELAY_SECONDS.

    Raises CommandError if BACKUP_INTERVAL_HOURS is 0.
    """
    if not settings.BACKUP_INTERVAL_HOURS:
        raise CommandError("BACKUP_INTERVAL_HOURS is 0: nothing is scheduled.")
    at_start = True
    time.sleep(START_DELAY_SECONDS)
    while True:
        for task in due_tasks(now=timezone.now(), at_start=at_start):
            run_task(task)
        at_start = False
        connection.close()  # it is rarely used, and a restore may replace the database
        time.sleep(POLL_SECONDS)


def start() -> None:
    threading.Thread(name="backups", target=run_forever, daemon=True).start()


def due_tasks(*, now: datetime, at_start: bool) -> list[str]:
    """Return "backup" if requested, after a tournament's end or, with a club, overdue; "ledger" once a night.

    At a start, also "ledger", MIN_INTERVAL after its last check.
    """
    age = _age(status_files.BACKUP, now)
    overdue = age >= timedelta(hours=settings.BACKUP_INTERVAL_HOURS)
    backup = status.is_requested() or (
        _has_club() if overdue else _has_tournament_ended_since(now - age, now=now)
    )
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
    """True if the database fails: the task reports it."""
    try:
        return Club.objects.exists()
    except Error:
        return True


def _has_tournament_ended_since(last: datetime, *, now: datetime) -> bool:
    """Return whether a recently finished tournament has a result after `last`; False if the query fails."""
    recent = Tournament.objects.filter(
        state=TournamentState.FINISHED, last_day__gte=(now - ENDED_WITHIN).date()
    )
    try:
        return recent.filter(
            stages__encounters__decided_at__gt=last, stages__encounters__decided_at__lte=now
        ).exists()
    except Error:
        return False


def _age(record: str, now: datetime) -> timedelta:
    """NEVER without an attempt, or after a wrong clock."""
    at = status_files.read_time(record)
    age = now - at if at else NEVER
    return age if age >= -CLOCK_TOLERANCE else NEVER
