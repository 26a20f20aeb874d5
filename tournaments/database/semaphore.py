from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection, transaction

KEY = 101
"""The namespace of these PostgreSQL advisory locks."""


class SiteSemaphore:
    """It has a place for each of its `numbers`, which are unique.

    On PostgreSQL a place is an advisory lock; on SQLite the only serving process counts.
    """

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers
        self._taken: set[int] = set()
        self._counting = Lock()

    @contextmanager
    def take(self) -> Iterator[bool]:
        """Yield at once whether a place was free."""
        places = self._locked() if connection.vendor == "postgresql" else self._counted()
        with places as is_free:
            yield is_free

    @contextmanager
    def _locked(self) -> Iterator[bool]:
        with transaction.atomic():
            yield any(map(_lock, self.numbers))

    @contextmanager
    def _counted(self) -> Iterator[bool]:
        place = next(filter(self._count, self.numbers), None)
        try:
            yield place is not None
        finally:
            if place is not None:
                self._uncount(place)

    def _count(self, number: int) -> bool:
        with self._counting:
            free = number not in self._taken
            self._taken.add(number)
        return free

    def _uncount(self, number: int) -> None:
        with self._counting:
            self._taken.remove(number)


def _lock(number: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [KEY, number])
        return bool(cursor.fetchone()[0])
