"""What the clock does: a backup every hour, and the ledger looked through at the start and each night."""

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

from config.backups import apart, notes, state
from config.backups.hindrances import WentWrong
from tournaments.clocks import CLOCKS_DIFFER
from tournaments.models import Club

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS: Final = 2
"""So long whoever asks for a backup waits at most until it is begun."""
SECONDS_FOR_PAGES: Final = 30
"""After a start pages go first."""
NIGHT: Final = 4
"""The hour from which the ledger is looked through, by the house's clock."""
RESTED: Final = timedelta(hours=1)
"""A server that is started again and again looks through its ledger once in this time."""
NEVER: Final = timedelta(days=1000)
WORK: Final = ("backup", "ledger")
"""What `python -m config.backups.work` does, in this order."""


def keep() -> None:
    """Do what is due, for ever. Raises CommandError where nothing is ever due."""
    if not settings.BACKUPS_EVERY_HOURS:
        raise CommandError("BACKUPS_EVERY_HOURS is 0: nothing is to be done by the clock.")
    at_start = True
    time.sleep(SECONDS_FOR_PAGES)
    while True:
        for work in due(now=timezone.now(), at_start=at_start):
            do(work)
        at_start = False
        connection.close()  # it is asked seldom, and may be put in another's place
        time.sleep(SECONDS_BETWEEN_LOOKS)


def start() -> None:
    """Begin to keep the house beside the pages, in processes that end with this one."""
    threading.Thread(name="backups", target=keep, daemon=True).start()


def due(*, now: datetime, at_start: bool) -> list[str]:
    """Which work of WORK is to be done now."""
    aged = _age(notes.MAKING, now) >= timedelta(hours=settings.BACKUPS_EVERY_HOURS)
    backup = state.is_asked_for() or (aged and _is_founded())
    looked, local = _age(notes.LEDGER, now), timezone.localtime(now)
    tonight = timezone.localtime(now - looked).date() < local.date() if looked < timedelta(days=2) else True
    ledger = (at_start and looked >= RESTED) or (tonight and local.hour >= NIGHT)
    return [name for name, is_due in zip(WORK, (backup, ledger), strict=True) if is_due]


def do(work: str) -> None:
    """Have it done in a process of its own; what goes wrong there is logged."""
    try:
        apart.python("-m", "config.backups.work", work)
    except WentWrong as wrong:
        logger.error("The %s was not done: %s", work, wrong)


def _is_founded() -> bool:
    """Whether there is anything to back up. Of a database that can't be asked the work itself tells."""
    try:
        return Club.objects.exists()
    except Error:
        return True


def _age(subject: str, now: datetime) -> timedelta:
    """How long ago something was last tried; very long if never, or if a clock was ahead then."""
    at = notes.noted(subject).get("at")
    age = now - datetime.fromisoformat(at) if at else NEVER
    return age if age >= -CLOCKS_DIFFER else NEVER
