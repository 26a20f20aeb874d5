"""What a house is made of, and what is wrong with each part now, in a sentence for whoever runs it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Final

import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.errors.faults import find_fault
from config.monitoring.own_connection import own_connection
from config.platform import broker
from config.platform.embedded_celery import WORKER_THREAD
from scoring import triggers
from tournaments.disk import scarce_room

Problems = dict[str, str | None]
"""By part what is wrong with it; None where nothing is."""

DATABASE, DISK, BROKER, LIVE = "database", "disk", "broker", "live"
TABLES, TRIGGERS, CLOCK, HINTS = "tables", "triggers", "clock", "hints"
REQUIRED: Final = frozenset({DATABASE, TABLES, TRIGGERS})
"""Without one of these no hand can be taken, or none as the house promises. Without others it goes on."""
DATABASE_PARTS: Final = (DATABASE, TABLES, TRIGGERS, CLOCK)
MAX_CLOCK_SKEW_SECONDS: Final = 2
MEGABYTE: Final = 1_000_000
_ASKING: Final = {
    "postgresql": "SELECT clock_timestamp(), current_setting('transaction_read_only') = 'on'",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), 0",
}


def check_database() -> Problems:
    """The parts that the database can tell of. It reads only."""
    try:
        with own_connection():
            now, read_only = _asked()
            wrong: Problems = {DATABASE: "It can be read, but not written to." if read_only else None}
            wrong[CLOCK] = _apart(now)
            wrong[TABLES] = _lacks("migrations", _migrations_lacking())
            return wrong | {TRIGGERS: _lacks("triggers", triggers.lacking(connection))}
    except Error as error:
        fault = find_fault(error)
        unknown: Problems = dict.fromkeys(DATABASE_PARTS, "Not known while the database fails.")
        return unknown | {DATABASE: fault.value if fault else "It fails."}


def clock_difference() -> float:
    """By how many seconds the clock of this machine is ahead of the database's."""
    return (datetime.now(tz=UTC) - _asked()[0]).total_seconds()


def check_disk() -> Problems:
    """Of the machine that PostgreSQL is on nothing is known here."""
    if connection.vendor != "sqlite":
        return {}
    room = scarce_room()
    return {DISK: None if room is None else f"Only {room // MEGABYTE} MB are left on it."}


def check_broker() -> Problems:
    """Where tasks go, and over what processes tell each other that something changed, where these are."""
    url = settings.CELERY_BROKER_URL
    wrong: Problems = {BROKER: _no_worker_here() if broker.is_in_memory(url) else _unreachable(url)}
    return wrong | ({HINTS: _unreachable(settings.LIVE_REDIS_URL)} if settings.LIVE_REDIS_URL else {})


def redis_client(url: str) -> redis.Redis:
    """A client that waits no longer than a page would."""
    patience = broker.PUBLISH_TIMEOUT_SECONDS
    return redis.Redis.from_url(url, socket_timeout=patience, socket_connect_timeout=patience)


CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[[], Problems]], ...]] = (
    (DATABASE_PARTS, check_database),
    ((DISK,), check_disk),
    ((BROKER,), check_broker),
)
"""Each with the parts of which it is said that they don't answer, where it does not end."""


def _asked() -> tuple[datetime, bool]:
    with connection.cursor() as cursor:
        cursor.execute(_ASKING[connection.vendor])
        now, read_only = cursor.fetchone()
    return (datetime.fromisoformat(now) if isinstance(now, str) else now), bool(read_only)


def _apart(now: datetime) -> str | None:
    seconds = abs((datetime.now(tz=UTC) - now).total_seconds())
    return f"It differs from the database's by {seconds:.0f} s." if seconds > MAX_CLOCK_SKEW_SECONDS else None


def _migrations_lacking() -> list[str]:
    return sorted(".".join(one) for one in _ours() - set(MigrationRecorder(connection).applied_migrations()))


@cache
def _ours() -> frozenset[tuple[str, str]]:
    """Those that lie beside the code."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _lacks(what: str, lacking: list[str]) -> str | None:
    return f"It lacks {what}: {', '.join(lacking)}. `manage.py migrate` makes them." if lacking else None


def _no_worker_here() -> str | None:
    alive = any(thread.name == WORKER_THREAD for thread in threading.enumerate())
    return None if alive else "There is no worker in this process."


def _unreachable(url: str) -> str | None:
    try:
        redis_client(url).ping()
    except (redis.RedisError, OSError) as error:
        return f"Redis does not answer ({type(error).__name__})."
    return None
