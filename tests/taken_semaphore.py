from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

from django.db import connection

from tournaments.database.semaphore import SiteSemaphore


@contextmanager
def hold_semaphore(semaphore: SiteSemaphore) -> Iterator[None]:
    number = len(semaphore.numbers)
    started, done = Barrier(number + 1), Barrier(number + 1)

    def hold() -> bool:
        with semaphore.try_acquire() as taken:
            started.wait()
            done.wait()
        connection.close()
        return taken

    with ThreadPoolExecutor(number) as pool:
        futures = [pool.submit(hold) for _place in range(number)]
        started.wait()
        try:
            yield
        finally:
            done.wait()
    assert all(future.result() for future in futures)
