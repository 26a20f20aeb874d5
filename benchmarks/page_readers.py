from __future__ import annotations

import asyncio
import gzip
import json
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

SECONDS_BETWEEN_ASKS = 0.25  # as in static/js/live/live.js
MILLISECONDS_TO_ASK_AGAIN = 1000
HOST = "127.0.0.1"
BROWSER = "Host: localhost\r\nAccept-Encoding: gzip, deflate\r\n"


@dataclass
class TimedResponse:
    """`at` is when its last byte arrived."""

    at: float
    head: bytes
    body: bytes

    @property
    def text(self) -> str:
        zipped = b"content-encoding: gzip" in self.head
        return (gzip.decompress(self.body) if zipped else self.body).decode()

    @property
    def is_redirect(self) -> bool:
        """There is no shared response."""
        return self.head.startswith(b"http/1.1 307")


class PageConnection(asyncio.Protocol):
    """It has one request at a time; `got` receives each answer."""

    def __init__(self, on_response: Callable[[TimedResponse], None]) -> None:
        self._got = on_response
        self._seen = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def ask(self, path: str, headers: str) -> None:
        self.transport.write(f"GET {path} HTTP/1.1\r\n{BROWSER}{headers}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self._seen += data
        head, end, body = self._seen.partition(b"\r\n\r\n")
        if not end:
            return
        head = head.lower()
        assert head.startswith((b"http/1.1 200", b"http/1.1 307")), head
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(body) == length:
            self._seen = b""
            self._got(TimedResponse(time.perf_counter(), head, body))


class StreamConnection(asyncio.Protocol):
    """`on_event` receives the sum of counters, and milliseconds for spreading requests."""

    def __init__(self, path: str, on_event: Callable[[int, int], None]) -> None:
        self._path = path
        self._on_event = on_event
        self._seen = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"GET {self._path} HTTP/1.1\r\n{BROWSER}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *lines, self._seen = (self._seen + data).split(b"\n")
        for line in lines:
            if line.startswith(b"data: {"):
                event = json.loads(line.removeprefix(b"data: "))
                self._on_event(sum(event["counters"].values()), event["spread"])


@dataclass
class Reader:
    """Fetch the part `path` when a newer counter is announced, as live.js does.

    Without `path` only listen.
    """

    stream: str
    path: str = ""
    announced_counter: int = 0
    shown_counter: int = 0
    notifications: list[tuple[int, float]] = field(default_factory=list)
    responses: list[TimedResponse] = field(default_factory=list)
    asked_at: float = 0.0
    is_waiting: bool = False

    async def open(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        if self.path:
            _transport, self.page = await loop.create_connection(
                lambda: PageConnection(self._on_response), HOST, port
            )
        _transport, self._listening = await loop.create_connection(
            lambda: StreamConnection(self.stream, self._on_event), HOST, port
        )

    def close(self) -> None:
        self._listening.transport.close()
        if self.path:
            self.page.transport.close()

    @property
    def follows_entrant(self) -> bool:
        return self.path.endswith("/strip/")

    @property
    def is_up_to_date(self) -> bool:
        return bool(self.announced_counter) and (
            not self.path or self.shown_counter >= self.announced_counter
        )

    def _on_event(self, counter: int, spread: int) -> None:
        self.announced_counter = counter
        self.notifications.append((counter, time.perf_counter()))
        if self.path and not self.is_waiting:
            self._ask_soon(spread)

    def _ask_soon(self, spread: int) -> None:
        self.is_waiting = True
        earliest = self.asked_at + SECONDS_BETWEEN_ASKS - time.perf_counter()
        asyncio.get_running_loop().call_later(max(random.random() * spread / 1000, earliest), self._ask)

    def _ask(self) -> None:
        self.asked_at = time.perf_counter()
        self.page.ask(f"{self.path}?heard={self.announced_counter}", "HX-Request: true\r\n")

    def _on_response(self, response: TimedResponse) -> None:
        self.is_waiting = False
        if response.is_redirect:
            self._ask_soon(MILLISECONDS_TO_ASK_AGAIN)
            return
        self.responses.append(response)
        counter = response.head.partition(b"x-live-counter:")[2].partition(b"\r\n")[0]
        self.shown_counter = int(counter or self.announced_counter)
        if self.shown_counter < self.announced_counter:
            self._ask_soon(0)

    def notified_after(self, moment: float) -> float:
        """Return the first notification after a moment."""
        return next(at for _counter, at in self.notifications if at > moment)

    def first_shown_at(self, figure: str) -> float:
        """Time of the first answer with a figure, ignoring whitespace."""
        return next(answer.at for answer in self.responses if figure in "".join(answer.text.split()))

    def clear_records(self) -> None:
        self.notifications.clear()
        self.responses.clear()


async def wait_until_up_to_date(readers: Iterable[Reader], counter: int) -> None:
    """Return once all readers show this counter or a later one."""
    for reader in readers:
        while not reader.notifications or reader.announced_counter < counter or not reader.is_up_to_date:
            await asyncio.sleep(0.05)
