"""A semaphore of the whole house: so many may do something at a time, in whatever process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection

KEY = 101
"""Under which PostgreSQL keeps our numbers apart from what else it may be asked to lock."""


class HouseSemaphore:
    """As many places as there are `numbers`, which no other semaphore bears.

    On PostgreSQL, over which several processes serve, a place is a lock of the database, and ends with the
    connection that took it; on SQLite the one process that serves counts for itself.
    """

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers
        self._taken: set[int] = set()
        self._counting = Lock()

    @contextmanager
    def take(self) -> Iterator[bool]:
        """Take a place while the block runs; whether one was left, told at once."""
        locks = connection.vendor == "postgresql"
        take, leave = (_lock, _unlock) if locks else (self._count, self._uncount)
        mine = next(filter(take, self.numbers), None)
        try:
            yield mine is not None
        finally:
            if mine is not None:
                leave(mine)

    def _count(self, number: int) -> bool:
        with self._counting:
            left = number not in self._taken
            self._taken.add(number)
        return left

    def _uncount(self, number: int) -> None:
        with self._counting:
            self._taken.remove(number)


def _lock(number: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [KEY, number])
        return bool(cursor.fetchone()[0])


def _unlock(number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [KEY, number])
