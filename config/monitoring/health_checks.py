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

from config.errors.database_faults import find_fault
from config.monitoring.own_connection import dedicated_connection
from config.platform import broker
from config.platform.embedded_celery import WORKER_THREAD
from scoring import triggers
from tournaments.disk import low_disk_bytes

Problems = dict[str, str | None]
"""By part; None if it works."""

DATABASE, DISK, BROKER, LIVE = "database", "disk", "broker", "live"
TABLES, TRIGGERS, CLOCK, HINTS = "tables", "triggers", "clock", "hints"
REQUIRED: Final = frozenset({DATABASE, TABLES, TRIGGERS})
"""Without one no hand can be recorded safely; the site goes on without the others."""
DATABASE_PARTS: Final = (DATABASE, TABLES, TRIGGERS, CLOCK)
MAX_CLOCK_SKEW_SECONDS: Final = 2
MEGABYTE: Final = 1_000_000
_CLOCK_QUERIES: Final = {
    "postgresql": "SELECT clock_timestamp(), current_setting('transaction_read_only') = 'on'",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), 0",
}


def check_database() -> Problems:
    """Check database (not read-only), clock, tables, triggers; all unknown if it fails.

    Doesn't raise. Needs a thread that does nothing else.
    """
    try:
        with dedicated_connection():
            now, read_only = _clock_and_mode()
            problems: Problems = {DATABASE: "It is read-only." if read_only else None}
            problems[CLOCK] = _clock_problem(now)
            problems[TABLES] = _missing("migrations", _missing_migrations())
            return problems | {TRIGGERS: _missing("triggers", triggers.missing_guards(connection))}
    except Error as error:
        fault = find_fault(error)
        unknown: Problems = dict.fromkeys(DATABASE_PARTS, "Unknown while the database fails.")
        return unknown | {DATABASE: fault.value if fault else "It fails."}


def clock_difference() -> float:
    """In seconds ahead of the database."""
    return (datetime.now(tz=UTC) - _clock_and_mode()[0]).total_seconds()


def check_disk() -> Problems:
    """Only SQLite's disk."""
    if connection.vendor != "sqlite":
        return {}
    free_bytes = low_disk_bytes()
    return {DISK: None if free_bytes is None else f"Only {free_bytes // MEGABYTE} MB are free."}


def check_broker() -> Problems:
    url = settings.CELERY_BROKER_URL
    problems: Problems = {BROKER: _no_worker_here() if broker.is_in_memory(url) else _unreachable(url)}
    return problems | ({HINTS: _unreachable(settings.LIVE_REDIS_URL)} if settings.LIVE_REDIS_URL else {})


def redis_client(url: str) -> redis.Redis:
    timeout = broker.PUBLISH_TIMEOUT_SECONDS
    return redis.Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout)


CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[[], Problems]], ...]] = (
    (DATABASE_PARTS, check_database),
    ((DISK,), check_disk),
    ((BROKER,), check_broker),
)
"""Each with its parts, in case of a timeout."""


def _clock_and_mode() -> tuple[datetime, bool]:
    with connection.cursor() as cursor:
        cursor.execute(_CLOCK_QUERIES[connection.vendor])
        now, read_only = cursor.fetchone()
    return (datetime.fromisoformat(now) if isinstance(now, str) else now), bool(read_only)


def _clock_problem(now: datetime) -> str | None:
    seconds = abs((datetime.now(tz=UTC) - now).total_seconds())
    return (
        f"Differs from the database's clock by {seconds:.0f} s." if seconds > MAX_CLOCK_SKEW_SECONDS else None
    )


def _missing_migrations() -> list[str]:
    return sorted(
        ".".join(migration)
        for migration in _known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    )


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _missing(kind: str, names: list[str]) -> str | None:
    return f"Missing {kind}: {', '.join(names)}. Run `manage.py migrate`." if names else None


def _no_worker_here() -> str | None:
    alive = any(thread.name == WORKER_THREAD for thread in threading.enumerate())
    return None if alive else "No worker runs in this process."


def _unreachable(url: str) -> str | None:
    try:
        redis_client(url).ping()
    except (redis.RedisError, OSError) as error:
        return f"Redis does not answer ({type(error).__name__})."
    return None
