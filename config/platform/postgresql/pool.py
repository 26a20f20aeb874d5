"""A pool of connections that lets nobody wait for a PostgreSQL of which it knows that it is away.

By itself psycopg's pool lets each page wait as long as for a place, and tries for a connection again after
one, two, four … seconds, so that a house stays away long after its database is back. Here whoever asks is
told at once, and twice a second one of them is let through to look.
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
"""So often who waits looks whether trying has failed meanwhile."""
TRUST_SECONDS: Final = 1.0
"""A connection that answered so lately is not asked again, unless PostgreSQL has said something meanwhile."""
NEVER: Final = float("-inf")

logger = logging.getLogger(__name__)


class DatabaseUnreachable(PoolTimeout):
    """No connection can be made, or could be made a moment ago. The pool has told the log already."""


class FailFastPool(ConnectionPool):
    """A pool whose `getconn` gives connections that answer, and raises `Away` as soon as there are none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            open=False, reconnect_timeout=0, **options
        )  # who asks next tries again, and no timer
        self._failed = NEVER
        self._looking, self._telling = Lock(), Lock()
        self._answered: WeakKeyDictionary[psycopg.Connection[Any], float] = WeakKeyDictionary()

    @property
    def is_away(self) -> bool:
        """Whether the last try for a connection failed, and none has answered since."""
        return self._failed > NEVER

    def reconnect_failed(self) -> None:
        with self._telling:
            known, self._failed = self.is_away, monotonic()
        if not known:
            logger.error("PostgreSQL can't be reached; pages answer 503 until it can.")

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[Any]:
        """A connection that answers. Raises `Away`, or `PoolTimeout` where all are in use for too long."""
        if not self.is_away or self.get_stats().get("pool_available"):
            return self._reach(timeout or self.timeout)
        if monotonic() - self._failed < RETRY_SECONDS or not self._looking.acquire(blocking=False):
            raise DatabaseUnreachable("PostgreSQL could not be reached a moment ago.")
        try:
            return self._reach(timeout or self.timeout)
        finally:
            self._looking.release()

    def _reach(self, timeout: float) -> psycopg.Connection[Any]:
        began = monotonic()
        while True:
            try:
                connection = super().getconn(timeout=POLL_SECONDS)
            except PoolTimeout:
                if self._failed > began:
                    raise DatabaseUnreachable("PostgreSQL can't be reached.") from None
                if monotonic() > began + timeout:
                    raise
            else:
                if self._answers(connection):
                    return connection

    def _answers(self, connection: psycopg.Connection[Any]) -> bool:
        """Whether it does; one that doesn't is replaced."""
        if not self.is_away and self._answered_lately(connection):
            return True
        try:
            self.check_connection(connection)
        except psycopg.Error:
            self.putconn(connection)
            return False
        self._answered[connection] = monotonic()
        with self._telling:
            was_away, self._failed = self.is_away, NEVER
        if was_away:
            logger.warning("PostgreSQL is reached again.")
        return True

    def _answered_lately(self, connection: psycopg.Connection[Any]) -> bool:
        """Whether it answered a moment ago and rests since: a server that ends says so, or hangs up."""
        if monotonic() - self._answered.get(connection, NEVER) > TRUST_SECONDS or connection.closed:
            return False
        with selectors.DefaultSelector() as said:
            said.register(connection, selectors.EVENT_READ)
            return not said.select(0)
