"""Open pages: they hear of a change over a stream and fetch their live part, as live.js does."""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, cycle, islice

from benchmarks.phones import HOST
from config.platform.file_descriptors import raise_descriptor_limit
from tests.processes import LONGEST_WAIT
from tournaments.models import Encounter, Tournament

SECONDS_BETWEEN_REQUESTS = 0.25
LENGTH = re.compile(rb"content-length: (\d+)")
COUNTER = re.compile(rb"x-live-counter: (\d+)")

Page = tuple[str, str]
"""The addresses of its stream and of its live part."""
Reached = list[tuple[int, float]]
"""Counters, and when they were reached."""


@dataclass
class Reader:
    port: int
    stream: str
    part: str
    spread: float = 0.0
    heard: Reached = field(default_factory=list)
    shown: Reached = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def listen(self) -> None:
        events, writer = await asyncio.open_connection(HOST, self.port)
        writer.write(_request(self.stream))
        assert b" 200 " in await events.readline()
        async for line in events:
            if line.startswith(b"data: {"):
                event = json.loads(line.removeprefix(b"data: "))
                self.heard.append((sum(event["counters"].values()), time.perf_counter()))
                self.spread = event["spread"] / 1000
                self.changed.set()

    async def fetch_changes(self) -> None:
        while await self.changed.wait():
            await asyncio.sleep(random.random() * self.spread)
            self.changed.clear()
            announced = self.heard[-1][0]
            head = await self._get(_request(f"{self.part}?heard={announced}", "HX-Request: true\r\n"))
            if head.startswith(b"http/1.1 307"):  # there is no shared response
                self.spread = 1.0
                self.changed.set()
            else:
                counter = COUNTER.search(head)
                self.shown.append((int(counter[1]) if counter else announced, time.perf_counter()))
                if self.shown[-1][0] < self.heard[-1][0]:
                    self.changed.set()
            await asyncio.sleep(SECONDS_BETWEEN_REQUESTS)

    async def _get(self, request: bytes) -> bytes:
        """Return the head of the answer."""
        while True:
            answers, writer = self.connection or await asyncio.open_connection(HOST, self.port)
            self.connection = answers, writer
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                writer.write(request)
                head = (await answers.readuntil(b"\r\n\r\n")).lower()
                found = LENGTH.search(head)
                assert found, head
                await answers.readexactly(int(found[1]))
                assert head.startswith((b"http/1.1 200", b"http/1.1 307")), head
                return head
            self.connection = None  # the server closes idle connections


def _request(path: str, headers: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{headers}\r\n".encode()


def first_reached(reached: Reached, counter: int) -> float:
    return next((at for number, at in reached if number >= counter), 0.0)


async def wait_until_shown(readers: Sequence[Reader], counter: int = 0) -> None:
    async with asyncio.timeout(LONGEST_WAIT):
        while not all(first_reached(reader.shown, counter) for reader in readers):
            await asyncio.sleep(0.05)


@asynccontextmanager
async def following(port: int, pages: Sequence[Page]) -> AsyncIterator[list[Reader]]:
    """Raise the exceptions of readers that failed."""
    raise_descriptor_limit(4 * len(pages) + 200)
    readers = [Reader(port, *page) for page in pages]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work()) for r in readers for work in (r.listen, r.fetch_changes)]
        await wait_until_shown(readers)
        yield readers
        for task in tasks:
            task.cancel()


@contextmanager
def open_pages(port: int, pages: Sequence[Page]) -> Iterator[None]:
    """Follow them in a thread until the block ends."""
    opened, ended = threading.Event(), threading.Event()

    async def follow() -> None:
        async with following(port, pages):
            opened.set()
            await asyncio.to_thread(ended.wait)

    with ThreadPoolExecutor(1) as pool:
        pages_read = pool.submit(asyncio.run, follow())
        try:
            assert opened.wait(LONGEST_WAIT), "the open pages hear nothing"
            yield
        finally:
            ended.set()
            pages_read.result()


def live_pages(number: int) -> Sequence[Page]:
    """Return pages of every tournament in turn."""
    parts: list[list[Page]] = []
    for tournament in Tournament.objects.order_by("pk"):
        page, stream = f"/live/t/{tournament.public_id}/", f"/live/tournament.{tournament.public_id}/"
        encounters = Encounter.objects.filter(stage__tournament=tournament, table__isnull=False).order_by(
            "pk"
        )
        ids = encounters.values_list("public_id", flat=True)[:3]
        parts.append([(stream, address) for address in (page, f"{page}groups/", f"{page}tables/")])
        parts[-1] += [(f"/live/encounter.{public_id}/", f"/live/e/{public_id}/") for public_id in ids]
    return list(islice(cycle(chain(*zip(*parts, strict=True))), number))
