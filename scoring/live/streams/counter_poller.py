"""One reader of the database for all streams of a process.

One query per kind, on one thread. Never reports a hand before it is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Protocol
from uuid import UUID

from scoring.live.queries.counters import KINDS_WITH_STANDINGS, CounterReading, Topic

SECONDS_BETWEEN_POLLS = 0.1
SECONDS_FOR_STANDINGS = 0.2
"""Delay of a hand, so that a page with standings fetches both together."""

logger = logging.getLogger(__name__)

Read = Callable[[Collection[Topic]], Mapping[Topic, CounterReading]]


class Hints(Protocol):
    def begin(self) -> None: ...

    def end(self) -> None: ...

    def changed_tournaments(self) -> Collection[UUID] | None:
        """Return those since the last call; None if any may have changed."""


class NoHints:
    def begin(self) -> None: ...

    def end(self) -> None: ...

    def changed_tournaments(self) -> None: ...


class WatchedTopic:
    """Reports a change after `patience` seconds."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._telling: asyncio.TimerHandle | None = None
        self.listeners: set[Listener] = set()
        self.counter: int | None = None
        self.tournament: UUID | None = None
        self.looked = asyncio.Event()

    def may_have_changed(self, hinted: Collection[UUID] | None) -> bool:
        if hinted is None or not self.looked.is_set():
            return True
        return bool(hinted) if self.tournament is None else self.tournament in hinted

    def show(self, reading: CounterReading | None) -> None:
        """Report a changed counter after a wait; at once if first, missing or changed again."""
        self.looked.set()
        self.tournament = reading and reading.tournament
        previous, self.counter = self.counter, reading and reading.counter
        if self.counter == previous:
            return
        waits = self._patience and previous is not None and self.counter is not None
        if self._telling is not None or not waits:
            self._notify_listeners()
        else:
            self._telling = asyncio.get_running_loop().call_later(self._patience, self._notify_listeners)

    def _notify_listeners(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        for listener in self.listeners:
            listener.moved.set()


class Listener:
    def __init__(self, topics: Mapping[Topic, WatchedTopic]) -> None:
        self.topics = topics
        self.moved = asyncio.Event()

    def counters(self) -> dict[Topic, int]:
        """Changes are reported from here on."""
        self.moved.clear()
        return {
            topic: watched.counter for topic, watched in self.topics.items() if watched.counter is not None
        }

    @property
    def crowd(self) -> int:
        return max(len(watched.listeners) for watched in self.topics.values())

    async def wait_for_first_poll(self) -> None:
        for watched in self.topics.values():
            await watched.looked.wait()

    async def wait_for_change(self, *, seconds: float) -> bool:
        """Also True if a counter changed since `counters`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.moved.wait()
        return self.moved.is_set()


class CounterPoller:
    """Belongs to the event loop that first uses it.

    If `read` raises, old counters stay. The connection closes in its thread when the last listener leaves.
    """

    def __init__(
        self,
        read: Read,
        close: Callable[[], object],
        *,
        hints: Hints | None = None,
        pause: float = SECONDS_BETWEEN_POLLS,
        patience: float = SECONDS_FOR_STANDINGS,
    ) -> None:
        """`read` and `close` run in its thread; without `hints` every poll reads all topics.

        Polls are `pause` seconds apart, a change waits `patience` seconds for standings.
        """
        self.blind = False
        """Whether the last poll failed, so that counters may be old."""
        self._read = read
        self._rest = close
        self._hints = hints or NoHints()
        self._pause = pause
        self._patience = patience
        self._watched: dict[Topic, WatchedTopic] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        self._asked = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    @contextmanager
    def on(self, topics: Collection[Topic]) -> Iterator[Listener]:
        """Listen to topics until the block ends, and poll meanwhile; known counters are available at once.

        Needs a running event loop.
        """
        listener = Listener({topic: self._watch(topic) for topic in topics})
        for watched in listener.topics.values():
            watched.listeners.add(listener)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._poll_while_watched())
        try:
            yield listener
        finally:
            for topic, watched in listener.topics.items():
                watched.listeners.discard(listener)
                if not watched.listeners:
                    del self._watched[topic]

    def _watch(self, topic: Topic) -> WatchedTopic:
        if topic not in self._watched:
            self._watched[topic] = WatchedTopic(self._patience if topic.kind in KINDS_WITH_STANDINGS else 0.0)
            self._asked.set()
        return self._watched[topic]

    async def _poll_while_watched(self) -> None:
        """Poll until nobody listens, then close the connection."""
        while self._watched:
            self._hints.begin()
            while self._watched:
                self._asked.clear()
                await self._poll_once()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._pause):
                        await self._asked.wait()
            self._hints.end()
            # A listener may arrive while the connection closes.
            await asyncio.get_running_loop().run_in_executor(self._thread, self._rest)

    async def _poll_once(self) -> None:
        """Read counters that may have changed, and show them; on failure set `blind`."""
        hinted = None if self.blind else self._hints.changed_tournaments()
        polled = {
            topic: watched for topic, watched in self._watched.items() if watched.may_have_changed(hinted)
        }
        if not polled:
            return
        loop = asyncio.get_running_loop()
        try:
            counters = await loop.run_in_executor(self._thread, self._read, list(polled))
        except Exception:
            if not self.blind:
                logger.exception("Live pages can't be notified of changes until the database answers again.")
            self.blind = True
            return
        self.blind = False
        for topic, watched in polled.items():
            watched.show(counters.get(topic))
