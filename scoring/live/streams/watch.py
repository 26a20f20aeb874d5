"""One look at the database for all streams of a process.

Every tenth of a second the counters of all watched tournaments are read, in one query and one thread with
one connection, however many streams there are. Asking the database, not a broker, crosses processes by itself
and can't tell of a hand before it is stored. While nobody watches, nobody looks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from uuid import UUID

SECONDS_BETWEEN_LOOKS = 0.1

logger = logging.getLogger(__name__)

Read = Callable[[Collection[UUID]], Mapping[UUID, int]]


class Watched:
    """A tournament's counter as it was read last: None before the first look, and where there is none."""

    def __init__(self) -> None:
        self.streams = 0
        self.counter: int | None = None
        self.looked = asyncio.Event()
        self._moved = asyncio.Event()

    def show(self, counter: int | None) -> None:
        """Take up what was read; wakes everybody who waits for another counter."""
        self.looked.set()
        if counter == self.counter:
            return
        self.counter = counter
        self._moved.set()
        self._moved = asyncio.Event()

    async def after(self, seen: int | None, *, seconds: float) -> int | None:
        """The counter as soon as it is another than `seen`; at the latest after `seconds`, as it is then."""
        if self.counter == seen:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._moved.wait()
        return self.counter


class Watch:
    """Looks after all tournaments that somebody watches. It belongs to the event loop it is first used in.

    `read` gives the counters of tournaments by public id; `rest` is called when nobody watches any more, in
    the same thread. A `read` that raises leaves every counter as it was, and is called again.
    """

    def __init__(
        self, read: Read, rest: Callable[[], object], *, pause: float = SECONDS_BETWEEN_LOOKS
    ) -> None:
        self.blind = False
        """Whether the last look failed: what is known may be old."""
        self._read = read
        self._rest = rest
        self._pause = pause
        self._watched: dict[UUID, Watched] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        self._asked = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    @contextmanager
    def on(self, tournament_id: UUID) -> Iterator[Watched]:
        """Watch a tournament inside the block. Who comes second knows at once what the first one knows."""
        watched = self._watched.get(tournament_id)
        if watched is None:
            watched = self._watched[tournament_id] = Watched()
            self._asked.set()
        watched.streams += 1
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look_on())
        try:
            yield watched
        finally:
            watched.streams -= 1
            if not watched.streams:
                del self._watched[tournament_id]

    async def _look_on(self) -> None:
        while self._watched:
            while self._watched:
                self._asked.clear()
                await self._look()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._pause):
                        await self._asked.wait()
            # Somebody may come while this rests.
            await asyncio.get_running_loop().run_in_executor(self._thread, self._rest)

    async def _look(self) -> None:
        looked_at = dict(self._watched)
        loop = asyncio.get_running_loop()
        try:
            counters = await loop.run_in_executor(self._thread, self._read, list(looked_at))
        except Exception:
            if not self.blind:
                logger.exception("Live pages can't be told of changes until the database answers again.")
            self.blind = True
            return
        self.blind = False
        for tournament_id, watched in looked_at.items():
            watched.show(counters.get(tournament_id))
