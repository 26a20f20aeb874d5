"""A semaphore of the whole house: so many may do something at a time, in whatever process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection, transaction

KEY = 101
"""Under which PostgreSQL keeps our numbers apart from what else it may be asked to lock."""


class HouseSemaphore:
    """As many places as there are `numbers`, which no other semaphore bears.

    On PostgreSQL, over which several processes serve, a place is a lock of the transaction in which the block
    runs, and ends with it; on SQLite the one process that serves counts for itself.
    """

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers
        self._taken: set[int] = set()
        self._counting = Lock()

    @contextmanager
    def take(self) -> Iterator[bool]:
        """Take a place while the block runs; whether one was left, told at once."""
        places = self._locked() if connection.vendor == "postgresql" else self._counted()
        with places as left:
            yield left

    @contextmanager
    def _locked(self) -> Iterator[bool]:
        with transaction.atomic():
            yield any(map(_lock, self.numbers))

    @contextmanager
    def _counted(self) -> Iterator[bool]:
        mine = next(filter(self._count, self.numbers), None)
        try:
            yield mine is not None
        finally:
            if mine is not None:
                self._uncount(mine)

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
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [KEY, number])
        return bool(cursor.fetchone()[0])
