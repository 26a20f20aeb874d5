"""Fail fast while PostgreSQL is down.

In psycopg's pool each request waits for the full timeout; here one retries twice a second.
"""

from __future__ import annotations

import logging
import selectors
from threading import Lock
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

RETRY_SECONDS: Final = 0.5
POLL_SECONDS: Final = 0.1
TRUST_SECONDS: Final = 1.0
"""A connection that answered this recently is checked only if it has unread data."""
NEVER: Final = float("-inf")

logger = logging.getLogger(__name__)


class DatabaseUnreachable(PoolTimeout):
    """Logged already."""


class FailFastPool(ConnectionPool):
    def __init__(self, **options: Any) -> None:
        super().__init__(open=False, reconnect_timeout=0, **options)  # the next request retries, no timer
        self._failed = NEVER
        self._probe_lock, self._state_lock = Lock(), Lock()
        self._answered: WeakKeyDictionary[psycopg.Connection[Any], float] = WeakKeyDictionary()

    @property
    def is_down(self) -> bool:
        """None answered since the last failed attempt."""
        return self._failed > NEVER

    def reconnect_failed(self) -> None:
        with self._state_lock:
            was_down, self._failed = self.is_down, monotonic()
        if not was_down:
            logger.error("PostgreSQL can't be reached; pages answer 503 until it can.")

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[Any]:
        """Raises `DatabaseUnreachable`, or `PoolTimeout` if all are in use.

        While down, one caller tries every RETRY_SECONDS; others fail at once.
        """
        if not self.is_down or self.get_stats().get("pool_available"):
            return self._connect_in_time(timeout or self.timeout)
        if monotonic() - self._failed < RETRY_SECONDS or not self._probe_lock.acquire(blocking=False):
            raise DatabaseUnreachable("PostgreSQL could not be reached a moment ago.")
        try:
            return self._connect_in_time(timeout or self.timeout)
        finally:
            self._probe_lock.release()

    def _connect_in_time(self, timeout: float) -> psycopg.Connection[Any]:
        """Return a connection that answers.

        Raises DatabaseUnreachable once an attempt fails, PoolTimeout after `timeout` seconds.
        """
        started = monotonic()
        while True:
            try:
                connection = super().getconn(timeout=POLL_SECONDS)
            except PoolTimeout:
                if self._failed > started:
                    raise DatabaseUnreachable("PostgreSQL can't be reached.") from None
                if monotonic() > started + timeout:
                    raise
            else:
                if self._is_answering(connection):
                    return connection

    def _is_answering(self, connection: psycopg.Connection[Any]) -> bool:
        """Return whether it answers, unchecked if it did lately; log the first answer after a failure.

        The pool replaces a broken one.
        """
        if not self.is_down and self._answered_lately(connection):
            return True
        try:
            self.check_connection(connection)
        except psycopg.Error:
            self.putconn(connection)
            return False
        self._answered[connection] = monotonic()
        with self._state_lock:
            was_down, self._failed = self.is_down, NEVER
        if was_down:
            logger.warning("PostgreSQL is reached again.")
        return True

    def _answered_lately(self, connection: psycopg.Connection[Any]) -> bool:
        """An ending server sends a message or hangs up."""
        if monotonic() - self._answered.get(connection, NEVER) > TRUST_SECONDS or connection.closed:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(connection, selectors.EVENT_READ)
            return not selector.select(0)
