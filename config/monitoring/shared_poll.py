"""Looking at something that may hang: for so long and no longer, and once for all who ask at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final, Generic, TypeVar

TIMEOUT_SECONDS: Final = 2.0
"""So long a look may take before whoever asked is told that it does not end."""
CACHE_SECONDS: Final = 1.0
"""So long what was seen is told again: strangers who ask all the time cost one look a second."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class PollTimeout(Exception):  # noqa: N818  what was looked at does, we don't
    """The look has not ended in time."""


class SharedPoll(Generic[T]):
    """Calls `see` in a thread of its own, never twice at a time. It belongs to one event loop."""

    def __init__(
        self, read: Callable[[], T], *, seconds: float = TIMEOUT_SECONDS, cached: float = CACHE_SECONDS
    ) -> None:
        self._read = read
        self._seconds = seconds
        self._cache_seconds = cached
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="look")
        self._running: asyncio.Future[T] | None = None
        self._finished_at = 0.0

    async def __call__(self) -> T:
        """What is seen now, or was a moment ago. Raises `Hangs`, or what `see` raised."""
        if self._running is None or (
            self._running.done() and monotonic() > self._finished_at + self._cache_seconds
        ):
            self._running = asyncio.get_running_loop().run_in_executor(self._thread, self._read)
            self._running.add_done_callback(self._note)
        done, _hangs = await asyncio.wait({self._running}, timeout=self._seconds)
        if not done:
            raise PollTimeout
        return self._running.result()

    def _note(self, seen: asyncio.Future[T]) -> None:
        self._finished_at = monotonic()
        if not seen.cancelled() and (error := seen.exception()):
            logger.warning("Looking at how the house is failed: %s", " ".join(str(error).split()))
