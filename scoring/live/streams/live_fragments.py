"""`/live/…` before a page's address: its live fragment, rendered once without cookies.

A page that received counter 42 asks with `heard=42`. For some seconds a fragment serves all requests with no
newer counter. An invented counter gains nothing: a response begun after the request came is new enough.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from scoring.live.public_pages import (
    COUNTER_HEADER,
    FRAGMENT_CACHE_CONTROL,
    IGNORED_PARAMETERS,
    NEWER_FRAGMENT_CACHE_CONTROL,
    NO_STORE,
    PARAMETERS_HEADER,
)
from scoring.live.streams.asgi import App, Receive, ReceiveOnce, Scope, Send, client_address
from scoring.live.streams.event_stream import PREFIX, send_error
from scoring.live.streams.fair_queue import FairQueue, QueueFull
from tournaments.small_inputs import parse_small_number

SECONDS = 3.0
MAX_FRAGMENTS = 256
MAX_WAITING = 200
"""Requests of one address that may wait; a venue may have one address for all its phones."""
SECONDS_TO_STAY_AWAY = 5
LONGEST_COUNTER = 18
VARYING_HEADERS = (
    b"host",
    b"accept-encoding",
    b"x-forwarded-proto",
)

Key = tuple[Any, ...]


@dataclass(frozen=True)
class FragmentRequest:
    """The page must show `min_counter`; times are monotonic."""

    path: str
    parameters: Mapping[str, str]
    min_counter: int
    varying_headers: tuple[bytes | None, ...]
    scheme: str
    sender: str
    received_at: float = field(default_factory=time.monotonic)

    @property
    def key(self) -> Key:
        return (self.scheme, self.path, urlencode(self.parameters), *self.varying_headers)

    def with_parameters(self, known: Collection[str] | None) -> FragmentRequest:
        if known is None:
            return self
        return replace(
            self, parameters={name: value for name, value in self.parameters.items() if name in known}
        )


@dataclass
class FragmentResponse:
    begun: float = field(default_factory=time.monotonic)
    messages: list[Mapping[str, Any]] = field(default_factory=list)
    valid_until: float = 0.0
    counter: int = -1
    """The counter it shows; -1 if it is not public."""
    parameters: frozenset[str] | None = None
    """The query parameters it depends on; None if all may matter."""

    async def add_message(self, message: Mapping[str, Any]) -> None:
        self.messages.append(message)

    def close(self) -> None:
        if not self.messages or self.messages[-1].get("more_body", False):
            return
        headers = {name.lower(): value for name, value in self.messages[0].get("headers", ())}
        if b"set-cookie" not in headers:
            self.counter = int(headers.get(COUNTER_HEADER.lower().encode(), -1))
            if (parameters := headers.get(PARAMETERS_HEADER.lower().encode())) is not None:
                self.parameters = frozenset(parameters.decode().split(","))
        self.valid_until = time.monotonic() + SECONDS

    def can_serve(self, request: FragmentRequest) -> bool:
        """Whether it shows the requested counter, or was begun after the request came."""
        knows = self.counter >= request.min_counter or self.begun >= request.received_at
        return knows and time.monotonic() < self.valid_until


class FragmentCache:
    def __init__(self, pages: App, streams: App) -> None:
        self._pages = pages
        self._streams = streams
        self._answers: OrderedDict[Key, FragmentResponse] = OrderedDict()
        self._making: dict[Key, asyncio.Lock] = {}
        self._words: OrderedDict[str, frozenset[str]] = OrderedDict()
        # Rendered concurrently, all would be ready as late as the last one.
        self._in_turn = FairQueue(limit_per_address=MAX_WAITING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests for live fragments; pass others to the streams.

        Redirect to the page if the fragment isn't public; 429 if too many wait.
        """
        request = _parse_request(scope)
        if request is None:
            await self._streams(scope, receive, send)
            return
        try:
            response = await self._answer(request, scope)
        except QueueFull:
            await send_error(send, HTTPStatus.TOO_MANY_REQUESTS, retry_after=str(SECONDS_TO_STAY_AWAY))
            return
        if response.counter < 0:
            await _redirect_to_page(scope, send)
            return
        start, *body = response.messages
        await send(_with_caching(start, response.counter, request.min_counter))
        for message in body:
            await send(message)

    async def _answer(self, raw_request: FragmentRequest, scope: Scope) -> FragmentResponse:
        """Return a fragment from the cache, else rendered: once for concurrent requests, if it is public.

        Its counter is negative if not. The page may ignore parameters of `raw_request`. Raises QueueFull.
        """
        cached = self._find_cached(self._with_known_parameters(raw_request))
        if cached is not None:
            return cached
        key = self._with_known_parameters(raw_request).key
        render_lock = self._making.setdefault(key, asyncio.Lock())
        try:
            async with render_lock:
                request = self._with_known_parameters(raw_request)
                return self._find_cached(request) or await self._render_fragment(request, scope)
        finally:
            if not render_lock.locked() and self._making.get(key) is render_lock:
                del self._making[key]

    def _with_known_parameters(self, request: FragmentRequest) -> FragmentRequest:
        return request.with_parameters(self._words.get(request.path))

    def _find_cached(self, request: FragmentRequest) -> FragmentResponse | None:
        response = self._answers.get(request.key)
        return response if response is not None and response.can_serve(request) else None

    async def _render_fragment(self, request: FragmentRequest, scope: Scope) -> FragmentResponse:
        """Render without cookies, in the sender's turn; cached if public. Raises QueueFull."""
        request_scope = {
            "headers": [(name, value) for name, value in scope["headers"] if name != b"cookie"],
            "path": request.path,
            "raw_path": quote(request.path).encode(),
            "query_string": urlencode(request.parameters).encode(),
        }
        async with self._in_turn.turn_for(request.sender):
            response = FragmentResponse()
            # The request may be cancelled while others wait for its answer.
            await self._pages(scope | request_scope, ReceiveOnce(), response.add_message)
        response.close()
        if response.counter >= 0:
            cache_newest(self._answers, request.with_parameters(response.parameters).key, response)
            if response.parameters is not None:
                cache_newest(self._words, request.path, response.parameters)
        return response


def _with_caching(start: Mapping[str, Any], counter: int, client_counter: int) -> Mapping[str, Any]:
    """Return `start`, cached seconds for equal counters, briefly if the client's is older, else not."""
    cache_control = (
        NO_STORE
        if client_counter > counter
        else FRAGMENT_CACHE_CONTROL
        if client_counter == counter
        else NEWER_FRAGMENT_CACHE_CONTROL
    )
    headers = [header for header in start["headers"] if header[0].lower() != b"cache-control"]
    return {**start, "headers": [*headers, (b"Cache-Control", cache_control.encode())]}


def cache_newest(cache: OrderedDict[Any, Any], key: object, value: object) -> None:
    cache[key] = value
    cache.move_to_end(key)
    while len(cache) > MAX_FRAGMENTS:
        cache.popitem(last=False)


def _parse_request(scope: Scope) -> FragmentRequest | None:
    """Return None unless htmx polls: a GET with `heard`, the counter it last received.

    Ignored parameters are left out.
    """
    if scope["method"] != "GET" or b"heard=" not in scope["query_string"]:
        return None
    headers = dict(scope["headers"])
    path = _page_path(scope)
    query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    client_counter = parse_small_number(query.get("heard"), longest=LONGEST_COUNTER)
    if b"hx-request" not in headers or path.startswith("//") or client_counter is None:
        return None
    parameters = {name: value for name, value in query.items() if name not in IGNORED_PARAMETERS}
    varying_headers = tuple(headers.get(name) for name in VARYING_HEADERS)
    return FragmentRequest(
        path, parameters, client_counter, varying_headers, scope.get("scheme", ""), client_address(scope)
    )


def _page_path(scope: Scope) -> str:
    path: str = scope["path"]
    return path[len(PREFIX) - 1 :]


async def _redirect_to_page(scope: Scope, send: Send) -> None:
    query: bytes = scope["query_string"]
    location = f"{quote(_page_path(scope))}?{query.decode('latin-1')}"
    await send_error(send, HTTPStatus.TEMPORARY_REDIRECT, location=location)
