from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final, Generic, TypeVar

TIMEOUT_SECONDS: Final = 2.0
"""Callers wait this long."""
CACHE_SECONDS: Final = 1.0
"""Results are reused: requests cost one poll a second."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class PollTimeout(Exception):  # noqa: N818  a state, not a bug of ours
    pass


class SharedPoll(Generic[T]):
    """One run at a time, in a thread: it may hang. Belongs to one event loop."""

    def __init__(
        self, read: Callable[[], T], *, seconds: float = TIMEOUT_SECONDS, cached: float = CACHE_SECONDS
    ) -> None:
        self._read = read
        self._seconds = seconds
        self._cache_seconds = cached
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="poll")
        self._running: asyncio.Future[T] | None = None
        self._finished_at = 0.0

    async def __call__(self) -> T:
        """Return a recent result, or wait for the running or a new run.

        Raises `PollTimeout` if it takes too long (it goes on), or what `read` raised, cached too.
        """
        if self._running is None or (
            self._running.done() and monotonic() > self._finished_at + self._cache_seconds
        ):
            self._running = asyncio.get_running_loop().run_in_executor(self._thread, self._read)
            self._running.add_done_callback(self._finished)
        done, _pending = await asyncio.wait({self._running}, timeout=self._seconds)
        if not done:
            raise PollTimeout
        return self._running.result()

    def _finished(self, future: asyncio.Future[T]) -> None:
        self._finished_at = monotonic()
        if not future.cancelled() and (error := future.exception()):
            logger.warning("A monitoring check failed: %s", " ".join(str(error).split()))
