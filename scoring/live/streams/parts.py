"""`/live/…` before a page's address: its live part, made once, where a thousand pages ask for it at once.

A page that heard of counter 42 asks for its part with `heard=42`. Django makes that part once and says on it
which counter it shows, if it is for everybody who asks in these words. For some seconds it is then handed out
to all who heard of no newer counter, without entering Django again. Where it may not be given, as somebody in
particular asks or the page has no such part, the answer leads to the page itself, which knows what to say.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from django.http import parse_cookie

from scoring.live.everybody import ASKING, COUNTER, is_anybody
from scoring.live.streams.stream import PREFIX, Receive, Scope, Send, refuse
from tournaments.figures import figure

SECONDS = 3.0
MOST = 256
LONGEST_COUNTER = 18
BY_WHICH_ANSWERS_DIFFER = (
    b"host",
    b"cookie",
    b"accept-encoding",
    b"accept-language",
    b"x-forwarded-proto",
)

App = Callable[[Scope, Receive, Send], Awaitable[None]]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Question:
    """The address of a page and the words with which it is asked; `heard` is the counter it must show."""

    path: str
    words: str
    heard: int
    told: tuple[bytes | None, ...]
    scheme: str

    @property
    def key(self) -> Key:
        return (self.scheme, self.path, self.words, *self.told)


@dataclass
class Answer:
    """What Django sent, and whether others may have it."""

    messages: list[Mapping[str, Any]] = field(default_factory=list)
    until: float = 0.0
    counter: int = -1
    """The one that it shows; -1 where it is not for everybody."""

    async def take(self, message: Mapping[str, Any]) -> None:
        self.messages.append(message)

    def close(self) -> None:
        """Read the counter off what was sent to its end."""
        if not self.messages or self.messages[-1].get("more_body", False):
            return
        headers = {name.lower(): value for name, value in self.messages[0].get("headers", ())}
        if b"set-cookie" not in headers:
            self.counter = int(headers.get(COUNTER.lower().encode(), -1))
        self.until = time.monotonic() + SECONDS

    def serves(self, heard: int) -> bool:
        return self.counter >= heard and time.monotonic() < self.until


class Parts:
    """An ASGI application before `streams`; keeps at most `MOST` parts of `pages`, each for `SECONDS`."""

    def __init__(self, pages: App, streams: App) -> None:
        self._pages = pages
        self._streams = streams
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._making: dict[Key, asyncio.Lock] = {}
        # Made side by side, all would be ready as late as the last one.
        self._in_turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand out what was made a moment ago, else what is made now, to all who wait for it."""
        question = _question(scope)
        if question is None:
            await self._streams(scope, receive, send)
            return
        answer = await self._answer(question, scope) if _asks_as_anybody(scope) else None
        if answer is None or answer.counter < 0:
            await _lead_to_page(scope, send)
            return
        for message in answer.messages:
            await send(message)

    async def _answer(self, question: Question, scope: Scope) -> Answer:
        kept = self._kept(question)
        if kept is not None:
            return kept
        key = question.key
        one_makes_it = self._making.setdefault(key, asyncio.Lock())
        try:
            async with one_makes_it:
                return self._kept(question) or await self._make(question, scope)
        finally:
            if not one_makes_it.locked() and self._making.get(key) is one_makes_it:
                del self._making[key]

    def _kept(self, question: Question) -> Answer | None:
        answer = self._answers.get(question.key)
        return answer if answer is not None and answer.serves(question.heard) else None

    async def _make(self, question: Question, scope: Scope) -> Answer:
        own = {
            "path": question.path,
            "raw_path": quote(question.path).encode(),
            "query_string": question.words.encode(),
        }
        answer = Answer()
        async with self._in_turn:
            await self._pages(scope | own, _Patience(), answer.take)
        answer.close()
        if answer.counter >= 0:
            self._answers[question.key] = answer
            self._answers.move_to_end(question.key)
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)
        return answer


class _Patience:
    """What Django receives of whoever asked first: the question, and never that he left, for others wait."""

    def __init__(self) -> None:
        self._asked = False

    async def __call__(self) -> Mapping[str, Any]:
        if self._asked:
            await asyncio.Event().wait()
        self._asked = True
        return {"type": "http.request", "body": b"", "more_body": False}


def _question(scope: Scope) -> Question | None:
    """What is asked; None unless a page asks for its live part."""
    if scope["method"] != "GET" or b"heard=" not in scope["query_string"]:
        return None
    headers = dict(scope["headers"])
    path = _own(scope)
    words = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    heard = figure(words.get("heard"), longest=LONGEST_COUNTER)
    if b"hx-request" not in headers or path.startswith("//") or heard is None:
        return None
    asked = urlencode({name: word for name, word in words.items() if name not in ASKING})
    told = tuple(headers.get(name) for name in BY_WHICH_ANSWERS_DIFFER)
    return Question(path, asked, heard, told, scope.get("scheme", ""))


def _own(scope: Scope) -> str:
    """The page's own address."""
    path: str = scope["path"]
    return path[len(PREFIX) - 1 :]


def _asks_as_anybody(scope: Scope) -> bool:
    said = [value for name, value in scope["headers"] if name == b"cookie"]
    return all(is_anybody(parse_cookie(one.decode("latin-1"))) for one in said)


async def _lead_to_page(scope: Scope, send: Send) -> None:
    words: bytes = scope["query_string"]
    to = f"{quote(_own(scope))}?{words.decode('latin-1')}"
    await refuse(send, HTTPStatus.TEMPORARY_REDIRECT, location=to)
