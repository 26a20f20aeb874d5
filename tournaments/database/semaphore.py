from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection, transaction

LOCK_NAMESPACE = 101
"""The namespace of these PostgreSQL advisory locks."""


class SiteSemaphore:
    """A place for each of its `numbers`, which are unique.

    PostgreSQL: advisory locks; SQLite: the only serving process counts.
    """

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers
        self._taken: set[int] = set()
        self._counting = Lock()

    @contextmanager
    def try_acquire(self) -> Iterator[bool]:
        """Yield at once whether a place was free."""
        places = self._acquire_by_lock() if connection.vendor == "postgresql" else self._acquire_by_count()
        with places as is_free:
            yield is_free

    @contextmanager
    def _acquire_by_lock(self) -> Iterator[bool]:
        with transaction.atomic():
            yield any(map(_try_advisory_lock, self.numbers))

    @contextmanager
    def _acquire_by_count(self) -> Iterator[bool]:
        place = next(filter(self._claim_number, self.numbers), None)
        try:
            yield place is not None
        finally:
            if place is not None:
                self._release_number(place)

    def _claim_number(self, number: int) -> bool:
        with self._counting:
            free = number not in self._taken
            self._taken.add(number)
        return free

    def _release_number(self, number: int) -> None:
        with self._counting:
            self._taken.remove(number)


def _try_advisory_lock(number: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [LOCK_NAMESPACE, number])
        return bool(cursor.fetchone()[0])
