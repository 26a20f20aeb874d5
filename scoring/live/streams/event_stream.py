"""`/live/<topic>+<topic>/`: counters as server-sent events, outside Django: no thread per stream.

The first event has the current counters, so `Last-Event-ID` is not needed. The heartbeat is a comment for
proxies and an event for pages.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from io import BytesIO
from uuid import UUID

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

from scoring.live.queries.counters import Kind, Topic
from scoring.live.streams.asgi import Receive, Scope, Send, client_address
from scoring.live.streams.counter_poller import CounterPoller, Listener

PREFIX = "/live/"
MAX_TOPICS = 4
_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_TOPIC = f"(?:{'|'.join(Kind)})\\.{_UUID}"
STREAM_PATH_REGEX = re.compile(rf"{PREFIX}({_TOPIC}(?:\+{_TOPIC}){{0,{MAX_TOPICS - 1}}})/")
SECONDS_BETWEEN_BEATS = 5
SECONDS_FOR_THE_FIRST_POLL = 5
# A stream ends after an hour: present clients reconnect at once, vanished ones do not.
SECONDS_OF_A_STREAM = 3600
RETRY_AFTER_SECONDS = 60
# A venue may have one address for all its phones.
MIN_STREAMS_PER_ADDRESS = 50
# Pages that receive a change at the same moment spread their requests.
MILLISECONDS_FOR_EACH_PAGE = 0.2
MAX_SPREAD_MILLISECONDS = 400


class Streams:
    """At most `limit` streams; one address gets half, but always `MIN_STREAMS_PER_ADDRESS`."""

    def __init__(self, poller: CounterPoller, *, limit: int) -> None:
        self.watch = poller
        self.limit = limit
        self.limit_of_an_address = min(limit, max(limit // 2, MIN_STREAMS_PER_ADDRESS))
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream, or answer 200 (health check), 400 (unknown host), 404, 405, 429, or 503 when full."""
        if scope["method"] not in ("GET", "HEAD"):
            await send_error(send, HTTPStatus.METHOD_NOT_ALLOWED, allow="GET, HEAD")
        elif not has_allowed_host(scope):
            await send_error(send, HTTPStatus.BAD_REQUEST)
        elif scope["path"] == PREFIX:
            await send_error(send, HTTPStatus.OK)  # the health check of the service
        elif match := STREAM_PATH_REGEX.fullmatch(scope["path"]):
            await self._answer(scope, receive, send, parse_topics(match[1]))
        else:
            await send_error(send, HTTPStatus.NOT_FOUND)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, topics: Sequence[Topic]) -> None:
        """Stream `topics`; 503 if all streams are taken or the first poll is slow, 429 if the address's are.

        404 if no topic has a counter.
        """
        address = client_address(scope)
        if self.open >= self.limit:
            await _unavailable(send)
            return
        if self._open[address] >= self.limit_of_an_address:
            await _unavailable(send, HTTPStatus.TOO_MANY_REQUESTS)
            return
        self._open[address] += 1
        try:
            with self.watch.on(topics) as listener:
                await self._answer_after_first_poll(scope, receive, send, listener)
        finally:
            self._open[address] -= 1
            self._open += Counter()  # drop addresses without streams

    async def _answer_after_first_poll(
        self, scope: Scope, receive: Receive, send: Send, listener: Listener
    ) -> None:
        """Stream after the first poll; 503 if it is too slow, 404 if no topic has a counter."""
        try:
            async with asyncio.timeout(SECONDS_FOR_THE_FIRST_POLL):
                await listener.wait_for_first_poll()
        except TimeoutError:
            await _unavailable(send)
            return
        if not listener.counters():
            await send_error(send, HTTPStatus.NOT_FOUND)
        elif scope["method"] == "HEAD":
            await _send_start(send, HTTPStatus.OK, STREAM)
            await _body(send, b"", more=False)
        else:
            await self._stream(receive, send, listener)

    async def _stream(self, receive: Receive, send: Send, listener: Listener) -> None:
        """Send events until the client leaves, its topics vanish, or time is over."""
        await _send_start(send, HTTPStatus.OK, STREAM)
        sending = asyncio.create_task(self._send_changes(send, listener))
        disconnect = asyncio.create_task(_wait_for_disconnect(receive))
        _ended, pending = await asyncio.wait(
            {sending, disconnect}, timeout=SECONDS_OF_A_STREAM, return_when=asyncio.FIRST_COMPLETED
        )
        for task in pending:
            task.cancel()
        await asyncio.gather(sending, disconnect, return_exceptions=True)
        if disconnect.cancelled():
            await _body(send, b"", more=False)

    async def _send_changes(self, send: Send, listener: Listener) -> None:
        while counters := listener.counters():
            await _body(send, change_event(counters, listener.crowd))
            await self._send_heartbeats(send, listener)

    async def _send_heartbeats(self, send: Send, listener: Listener) -> None:
        while not await listener.wait_for_change(seconds=SECONDS_BETWEEN_BEATS):
            # No heartbeat while the poller fails: the page must notice it.
            if not self.watch.blind:
                await _body(send, HEARTBEAT)


HEARTBEAT = b": still here\nevent: beat\ndata:\n\n"
STREAM = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # nginx would buffer events
    "x-content-type-options": "nosniff",
}


def parse_topics(text: str) -> list[Topic]:
    parted = (topic.split(".") for topic in text.split("+"))
    return [Topic(Kind(kind), UUID(public_id)) for kind, public_id in parted]


def change_event(counters: Mapping[Topic, int], crowd: int) -> bytes:
    """Counters, and the milliseconds over which pages spread their requests."""
    spread = min(MAX_SPREAD_MILLISECONDS, int(crowd * MILLISECONDS_FOR_EACH_PAGE))
    payload = {str(topic): counter for topic, counter in counters.items()}
    return f"data: {json.dumps({'counters': payload, 'spread': spread})}\n\n".encode()


async def send_error(send: Send, status: HTTPStatus, *, text: str = "", **headers: str) -> None:
    defaults = {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    await _send_start(send, status, defaults | named)
    await _body(send, (text or status.phrase).encode(), more=False)


async def _unavailable(send: Send, status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> None:
    await send_error(send, status, retry_after=str(RETRY_AFTER_SECONDS))


async def _send_start(send: Send, status: HTTPStatus, headers: dict[str, str]) -> None:
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status.value, "headers": encoded})


async def _body(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def has_allowed_host(scope: Scope) -> bool:
    try:
        ASGIRequest(scope, BytesIO()).get_host()
    except DisallowedHost:
        return False
    return True
