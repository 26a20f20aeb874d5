"""`/live/<topic>+<topic>/`: the counters of topics as server-sent events, beside Django and not inside it.

Django would keep a thread and a database connection for as long as each stream lasts; this keeps a task. A
stream holds numbers that everybody may know, and nothing of whoever listens: it reads no cookie.

Its first event is always the counters as they stand, so that a page which compares them with its own misses
nothing, however long it was away; `Last-Event-ID` need not be read for that. Then comes every change, the
newest only where several fell together, and a sign of life every few seconds: a comment for proxies, an event
for the page, which hears no comments and must notice a connection that is dead without having been closed.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from io import BytesIO

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

from scoring.live.queries.topics import PATTERN, Topic, parse_topic
from scoring.live.streams.asgi import Receive, Scope, Send, sender
from scoring.live.streams.counter_poller import Listener, Watch

PREFIX = "/live/"
TOPICS_AT_MOST = 4
ADDRESS = re.compile(rf"{PREFIX}({PATTERN}(?:\+{PATTERN}){{0,{TOPICS_AT_MOST - 1}}})/")
SECONDS_BETWEEN_BEATS = 5
SECONDS_FOR_THE_FIRST_LOOK = 5
# A stream ends now and then: who is still there comes back at once, who vanished without a word does not.
SECONDS_OF_A_STREAM = 3600
SECONDS_TO_STAY_AWAY = 60
# A hall may have one address for all its phones.
ALWAYS_FOR_AN_ADDRESS = 50
# Pages that hear of a change at the same moment are told to ask for it over a while.
MILLISECONDS_FOR_EACH_PAGE = 0.2
MILLISECONDS_AT_MOST = 400


class Streams:
    """The ASGI application: at most `limit` streams at a time, all fed by one `watch`.

    One address has half of them at most, but as many as that where there are few.
    """

    def __init__(self, watch: Watch, *, limit: int) -> None:
        self.watch = watch
        self.limit = limit
        self.limit_of_an_address = min(limit, max(limit // 2, ALWAYS_FOR_AN_ADDRESS))
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request: 400 to a strange host, 404, 405, 429 or 503 without room, else the stream."""
        if scope["method"] not in ("GET", "HEAD"):
            await refuse(send, HTTPStatus.METHOD_NOT_ALLOWED, allow="GET, HEAD")
        elif not is_for_us(scope):
            await refuse(send, HTTPStatus.BAD_REQUEST)
        elif scope["path"] == PREFIX:
            await refuse(send, HTTPStatus.OK)  # how the service says that it is well
        elif found := ADDRESS.fullmatch(scope["path"]):
            await self._answer(scope, receive, send, [parse_topic(one) for one in found[1].split("+")])
        else:
            await refuse(send, HTTPStatus.NOT_FOUND)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, topics: Sequence[Topic]) -> None:
        address = sender(scope)
        if self.open >= self.limit:
            await _unavailable(send)
            return
        if self._open[address] >= self.limit_of_an_address:
            await _unavailable(send, HTTPStatus.TOO_MANY_REQUESTS)
            return
        self._open[address] += 1
        try:
            with self.watch.on(topics) as listener:
                await self._first_look(scope, receive, send, listener)
        finally:
            self._open[address] -= 1
            self._open += Counter()  # who has none any more is forgotten

    async def _first_look(self, scope: Scope, receive: Receive, send: Send, listener: Listener) -> None:
        try:
            async with asyncio.timeout(SECONDS_FOR_THE_FIRST_LOOK):
                await listener.look()
        except TimeoutError:
            await _unavailable(send)
            return
        if not listener.counters():
            await refuse(send, HTTPStatus.NOT_FOUND)
        elif scope["method"] == "HEAD":
            await _begin(send, HTTPStatus.OK, STREAM)
            await _body(send, b"", more=False)
        else:
            await self._stream(receive, send, listener)

    async def _stream(self, receive: Receive, send: Send, listener: Listener) -> None:
        """Tell until the reader is gone, or what he watches, or the time is over."""
        await _begin(send, HTTPStatus.OK, STREAM)
        telling = asyncio.create_task(self._tell(send, listener))
        leaving = asyncio.create_task(_until_gone(receive))
        _ended, left = await asyncio.wait(
            {telling, leaving}, timeout=SECONDS_OF_A_STREAM, return_when=asyncio.FIRST_COMPLETED
        )
        for task in left:
            task.cancel()
        await asyncio.gather(telling, leaving, return_exceptions=True)
        if leaving.cancelled():
            await _body(send, b"", more=False)

    async def _tell(self, send: Send, listener: Listener) -> None:
        while counters := listener.counters():
            await _body(send, change(counters, listener.crowd))
            await self._next(send, listener)

    async def _next(self, send: Send, listener: Listener) -> None:
        while not await listener.next(seconds=SECONDS_BETWEEN_BEATS):
            # Who can't see must not say that all is well: the page finds out by itself.
            if not self.watch.blind:
                await _body(send, BEAT)


BEAT = b": still here\nevent: beat\ndata:\n\n"
STREAM = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # nginx would keep events back
    "x-content-type-options": "nosniff",
}


def change(counters: Mapping[Topic, int], crowd: int) -> bytes:
    """The event that tells counters, and within how many milliseconds the pages may ask for what is new."""
    spread = min(MILLISECONDS_AT_MOST, int(crowd * MILLISECONDS_FOR_EACH_PAGE))
    told = {str(topic): counter for topic, counter in counters.items()}
    return f"data: {json.dumps({'counters': told, 'spread': spread})}\n\n".encode()


async def refuse(send: Send, status: HTTPStatus, *, said: str = "", **headers: str) -> None:
    """Answer with a status and its name, or with what is said of it."""
    plain = {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    await _begin(send, status, plain | named)
    await _body(send, (said or status.phrase).encode(), more=False)


async def _unavailable(send: Send, status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> None:
    await refuse(send, status, retry_after=str(SECONDS_TO_STAY_AWAY))


async def _begin(send: Send, status: HTTPStatus, headers: dict[str, str]) -> None:
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status.value, "headers": encoded})


async def _body(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def is_for_us(scope: Scope) -> bool:
    try:
        ASGIRequest(scope, BytesIO()).get_host()
    except DisallowedHost:
        return False
    return True
