"""One look at the database for all streams of a process.

Every tenth of a second the counters of the topics that are watched are read, in a query for each kind and one
thread with one connection, however many streams there are; of all, or of those of which a hint was heard.
Asking the database, not a broker, crosses processes by itself and can't tell of a hand before it is stored.
While nobody watches, nobody looks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Protocol
from uuid import UUID

from scoring.live.queries.counters import Told
from scoring.live.queries.topics import SHOW_STANDINGS, Topic

SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_FOR_STANDINGS = 0.2
"""So long a hand waits for the standings that follow from it: who shows both fetches them together."""

logger = logging.getLogger(__name__)

Read = Callable[[Collection[Topic]], Mapping[Topic, Told]]


class Hints(Protocol):
    """Tells where it is worth while to look."""

    def begin(self) -> None:
        """Somebody watches: begin to listen, in the running event loop."""

    def end(self) -> None:
        """Nobody watches any more."""

    def heard(self) -> Collection[UUID] | None:
        """The tournaments of which was heard since the last call; None where any may have changed."""


class Everywhere:
    """No hints: every look is at everything."""

    def begin(self) -> None: ...

    def end(self) -> None: ...

    def heard(self) -> None: ...


class Watched:
    """A topic's counter as it was read last: None before the first look, and where there is none.

    Of a change is told after so many seconds of `patience`, or when the next one is there.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._telling: asyncio.TimerHandle | None = None
        self.listeners: set[Listener] = set()
        self.counter: int | None = None
        self.tournament: UUID | None = None
        self.looked = asyncio.Event()

    def may_have_moved(self, heard: Collection[UUID] | None) -> bool:
        """Whether it is to be looked at, after it was heard of these tournaments."""
        if heard is None or not self.looked.is_set():
            return True
        return bool(heard) if self.tournament is None else self.tournament in heard

    def show(self, told: Told | None) -> None:
        """Take up what was read; wakes everybody who waits for another counter, now or soon."""
        self.looked.set()
        self.tournament = told and told.tournament
        before, self.counter = self.counter, told and told.counter
        if self.counter == before:
            return
        waits = self._patience and before is not None and self.counter is not None
        if self._telling is not None or not waits:
            self._tell()
        else:
            self._telling = asyncio.get_running_loop().call_later(self._patience, self._tell)

    def _tell(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        for listener in self.listeners:
            listener.moved.set()


class Listener:
    """Who watches some topics together."""

    def __init__(self, topics: Mapping[Topic, Watched]) -> None:
        self.topics = topics
        self.moved = asyncio.Event()

    def counters(self) -> dict[Topic, int]:
        """As they are now, without those that there are not; `next` tells of what moves from here on."""
        self.moved.clear()
        return {topic: one.counter for topic, one in self.topics.items() if one.counter is not None}

    @property
    def crowd(self) -> int:
        """How many watch the topic of these that most watch."""
        return max(len(one.listeners) for one in self.topics.values())

    async def look(self) -> None:
        """Wait until each was looked at once."""
        for one in self.topics.values():
            await one.looked.wait()

    async def next(self, *, seconds: float) -> bool:
        """Whether one of them moves within this time, or has since the counters were read."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.moved.wait()
        return self.moved.is_set()


class Watch:
    """Looks after all topics that somebody watches. It belongs to the event loop it is first used in.

    `read` gives the counters of topics; `rest` is called when nobody watches any more, in the same thread. A
    `read` that raises leaves every counter as it was, and is called again. `hints` spare looks.
    """

    def __init__(
        self,
        read: Read,
        rest: Callable[[], object],
        *,
        hints: Hints | None = None,
        pause: float = SECONDS_BETWEEN_LOOKS,
        patience: float = SECONDS_FOR_STANDINGS,
    ) -> None:
        self.blind = False
        """Whether the last look failed: what is known may be old."""
        self._read = read
        self._rest = rest
        self._hints = hints or Everywhere()
        self._pause = pause
        self._patience = patience
        self._watched: dict[Topic, Watched] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        self._asked = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    @contextmanager
    def on(self, topics: Collection[Topic]) -> Iterator[Listener]:
        """Watch topics inside the block. Who comes second knows at once what the first one knows."""
        listener = Listener({topic: self._watch(topic) for topic in topics})
        for watched in listener.topics.values():
            watched.listeners.add(listener)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look_on())
        try:
            yield listener
        finally:
            for topic, watched in listener.topics.items():
                watched.listeners.discard(listener)
                if not watched.listeners:
                    del self._watched[topic]

    def _watch(self, topic: Topic) -> Watched:
        if topic not in self._watched:
            self._watched[topic] = Watched(self._patience if topic.kind in SHOW_STANDINGS else 0.0)
            self._asked.set()
        return self._watched[topic]

    async def _look_on(self) -> None:
        while self._watched:
            self._hints.begin()
            while self._watched:
                self._asked.clear()
                await self._look()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._pause):
                        await self._asked.wait()
            self._hints.end()
            # Somebody may come while this rests.
            await asyncio.get_running_loop().run_in_executor(self._thread, self._rest)

    async def _look(self) -> None:
        heard = None if self.blind else self._hints.heard()
        looked_at = {topic: one for topic, one in self._watched.items() if one.may_have_moved(heard)}
        if not looked_at:
            return
        loop = asyncio.get_running_loop()
        try:
            counters = await loop.run_in_executor(self._thread, self._read, list(looked_at))
        except Exception:
            if not self.blind:
                logger.exception("Live pages can't be told of changes until the database answers again.")
            self.blind = True
            return
        self.blind = False
        for topic, watched in looked_at.items():
            watched.show(counters.get(topic))
