"""Looking at something that may hang: for so long and no longer, and once for all who ask at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final, Generic, TypeVar

SECONDS: Final = 2.0
"""So long a look may take before whoever asked is told that it does not end."""
SECONDS_KEPT: Final = 1.0
"""So long what was seen is told again: strangers who ask all the time cost one look a second."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Hangs(Exception):  # noqa: N818  what was looked at does, we don't
    """The look has not ended in time."""


class Look(Generic[T]):
    """Calls `see` in a thread of its own, never twice at a time. It belongs to one event loop."""

    def __init__(self, see: Callable[[], T], *, seconds: float = SECONDS, kept: float = SECONDS_KEPT) -> None:
        self._see = see
        self._seconds = seconds
        self._kept = kept
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="look")
        self._seeing: asyncio.Future[T] | None = None
        self._seen = 0.0

    async def __call__(self) -> T:
        """What is seen now, or was a moment ago. Raises `Hangs`, or what `see` raised."""
        if self._seeing is None or (self._seeing.done() and monotonic() > self._seen + self._kept):
            self._seeing = asyncio.get_running_loop().run_in_executor(self._thread, self._see)
            self._seeing.add_done_callback(self._note)
        done, _hangs = await asyncio.wait({self._seeing}, timeout=self._seconds)
        if not done:
            raise Hangs
        return self._seeing.result()

    def _note(self, seen: asyncio.Future[T]) -> None:
        self._seen = monotonic()
        if not seen.cancelled() and (error := seen.exception()):
            logger.warning("Looking at how the house is failed: %s", " ".join(str(error).split()))
