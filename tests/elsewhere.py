"""What other processes hold, each over a connection of its own."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

from django.db import connection

from tournaments.database.semaphore import SiteSemaphore


@contextmanager
def taken_elsewhere(semaphore: SiteSemaphore) -> Iterator[None]:
    """All places of it are taken while the block runs, each by somebody else."""
    number = len(semaphore.numbers)
    there, done = Barrier(number + 1), Barrier(number + 1)

    def hold() -> bool:
        with semaphore.take() as left:
            there.wait()
            done.wait()
        connection.close()
        return left

    with ThreadPoolExecutor(number) as others:
        held = [others.submit(hold) for _place in range(number)]
        there.wait()
        try:
            yield
        finally:
            done.wait()
    assert all(one.result() for one in held)
