from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection
from django.utils import timezone

from config.backups import status, subprocesses
from config.backups.errors import BackupError
from config.backups.manifest import Reason
from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.enums import TournamentState
from tournaments.models import Club, Tournament

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 2
START_DELAY_SECONDS: Final = 30
"""Pages go first after a start."""
ENDED_WITHIN: Final = timedelta(days=7)
"""After its last day a tournament's end causes no backup of its own."""
NEVER: Final = timedelta(days=1000)


def run_forever() -> None:
    """Make due backups, first after START_DELAY_SECONDS. Raises CommandError if they are switched off."""
    if not settings.HOURLY_BACKUPS:
        raise CommandError("HOURLY_BACKUPS is off: nothing is scheduled.")
    status.requested.wait(START_DELAY_SECONDS)
    while True:
        if reason := due_reason(now=timezone.now()):
            make_backup(reason)
        connection.close()  # it is rarely used, and a restore may replace the database
        status.requested.wait(POLL_SECONDS)


def start() -> None:
    threading.Thread(name="backups", target=run_forever, daemon=True).start()


def due_reason(*, now: datetime) -> Reason | None:
    """Return why one is due: requested, an hour passed and there is a club, or a tournament ended since."""
    if status.requested.is_set():
        return Reason.NOW
    attempt = status.last_attempt()
    age = now - attempt.at if attempt and attempt.at <= now + CLOCK_TOLERANCE else NEVER
    try:
        if age >= status.HOURLY:
            return Reason.HOURLY if Club.objects.exists() else None
        return Reason.ENDED if _has_tournament_ended_since(now - age, now=now) else None
    except Error:  # the backup reports it
        return Reason.HOURLY if age >= status.HOURLY else None


def make_backup(reason: Reason) -> None:
    """Make one in its own process; this answers a request."""
    try:
        subprocesses.run_python("-m", "config.backups", "backup", reason)
    except BackupError as error:
        logger.error("The backup failed: %s", error)
    finally:
        status.requested.clear()


def _has_tournament_ended_since(last: datetime, *, now: datetime) -> bool:
    """Return whether a recently finished tournament has a result after `last`."""
    return Tournament.objects.filter(
        state=TournamentState.FINISHED,
        last_day__gte=(now - ENDED_WITHIN).date(),
        stages__encounters__decided_at__gt=last,
        stages__encounters__decided_at__lte=now,
    ).exists()
