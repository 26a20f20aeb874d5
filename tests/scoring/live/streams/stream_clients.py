"""Clients of event streams, without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

from scoring.live.queries.counters import CounterReading, Kind, Topic
from scoring.live.streams.counter_poller import CounterPoller
from scoring.live.streams.event_stream import Streams

SECONDS = 60


class FakeCounters:
    def __init__(self) -> None:
        self.values: dict[Topic, int] = {}
        self.tournaments: dict[Topic, UUID] = {}
        self.looks: list[int] = []
        self.fault: Exception | None = None
        self.rested = 0
        self.moving = Lock()
        """Held while a test changes several counters, because polls run in a thread of their own."""

    def add(self, counter: int = 1, kind: Kind = Kind.TOURNAMENT) -> Topic:
        topic = Topic(kind, uuid4())
        self.values[topic] = counter
        return topic

    def read(self, topics: Collection[Topic]) -> dict[Topic, CounterReading]:
        self.looks.append(len(topics))
        if self.fault:
            raise self.fault
        with self.moving:
            known = [topic for topic in topics if topic in self.values]
            return {topic: CounterReading(self.values[topic], self.tournaments.get(topic)) for topic in known}

    def close_connection(self) -> None:
        self.rested += 1


def streams_of(counters: FakeCounters, *, limit: int = 200) -> Streams:
    return Streams(
        CounterPoller(counters.read, counters.close_connection, pause=0.01, patience=0.01), limit=limit
    )


class Listener:
    def __init__(self) -> None:
        self.sent: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self.messages: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self.messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        self.task: asyncio.Task[None] | None = None

    async def message(self) -> Mapping[str, Any]:
        return await asyncio.wait_for(self.sent.get(), SECONDS)

    async def status(self) -> int:
        begun = await self.message()
        self.headers = {name.decode(): value.decode() for name, value in begun["headers"]}
        return int(begun["status"])

    async def event(self) -> str:
        body: bytes = (await self.message())["body"]
        return body.decode()

    async def counters(self) -> dict[str, int]:
        """Return the counters of the next event; skip heartbeats."""
        while "beat" in (event := await self.event()):
            pass
        counters: dict[str, int] = json.loads(event.removeprefix("data: "))["counters"]
        return counters

    async def counter(self) -> int:
        (counter,) = (await self.counters()).values()
        return counter

    async def leave(self) -> None:
        self.messages.put_nowait({"type": "http.disconnect"})
        assert self.task
        await asyncio.wait_for(self.task, SECONDS)


def address(*topics: Topic) -> str:
    return f"/live/{'+'.join(map(str, topics))}/"


def ask(
    streams: Streams, path: str, *, method: str = "GET", host: str = "localhost", client: str = "10.0.0.1"
) -> Listener:
    listener = Listener()
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(b"host", host.encode())],
        "query_string": b"",
        "client": (client, 50_000),
    }

    async def send(message: Mapping[str, Any]) -> None:
        listener.sent.put_nowait(message)

    listener.task = asyncio.get_running_loop().create_task(streams(scope, listener.messages.get, send))
    return listener


@asynccontextmanager
async def listening(streams: Streams, topic: Topic, number: int = 1) -> AsyncIterator[list[Listener]]:
    listeners = [ask(streams, address(topic)) for _number in range(number)]
    for listener in listeners:
        assert await listener.status() == 200
        await listener.counter()
    yield listeners
    for listener in listeners:
        await listener.leave()


async def until(is_so: Any) -> None:
    async with asyncio.timeout(SECONDS):
        while not is_so():
            await asyncio.sleep(0.005)
