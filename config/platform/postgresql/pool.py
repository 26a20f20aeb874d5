"""A pool that fails fast while PostgreSQL is down.

In psycopg's own pool each request waits for the full timeout. Here one request retries twice a second.
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
"""How often a waiting request checks whether connecting has failed meanwhile."""
TRUST_SECONDS: Final = 1.0
"""A connection that answered this recently is checked again only if it has unread data."""
NEVER: Final = float("-inf")

logger = logging.getLogger(__name__)


class DatabaseUnreachable(PoolTimeout):
    """The pool has logged it already."""


class FailFastPool(ConnectionPool):
    def __init__(self, **options: Any) -> None:
        super().__init__(open=False, reconnect_timeout=0, **options)  # the next request retries, no timer
        self._failed = NEVER
        self._probe_lock, self._state_lock = Lock(), Lock()
        self._answered: WeakKeyDictionary[psycopg.Connection[Any], float] = WeakKeyDictionary()

    @property
    def is_down(self) -> bool:
        """No connection has answered since the last failed attempt."""
        return self._failed > NEVER

    def reconnect_failed(self) -> None:
        with self._state_lock:
            was_down, self._failed = self.is_down, monotonic()
        if not was_down:
            logger.error("PostgreSQL can't be reached; pages answer 503 until it can.")

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[Any]:
        """Raises `DatabaseUnreachable`, or `PoolTimeout` if all are in use."""
        if not self.is_down or self.get_stats().get("pool_available"):
            return self._reach(timeout or self.timeout)
        if monotonic() - self._failed < RETRY_SECONDS or not self._probe_lock.acquire(blocking=False):
            raise DatabaseUnreachable("PostgreSQL could not be reached a moment ago.")
        try:
            return self._reach(timeout or self.timeout)
        finally:
            self._probe_lock.release()

    def _reach(self, timeout: float) -> psycopg.Connection[Any]:
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
                if self._answers(connection):
                    return connection

    def _answers(self, connection: psycopg.Connection[Any]) -> bool:
        """The pool replaces a broken connection."""
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
        """A server that ends sends a message or hangs up."""
        if monotonic() - self._answered.get(connection, NEVER) > TRUST_SECONDS or connection.closed:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(connection, selectors.EVENT_READ)
            return not selector.select(0)
