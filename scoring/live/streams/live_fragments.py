"""`/live/…` before a page's address: its live part, made once, where a thousand pages ask for it at once.

A page that heard of counter 42 asks for its part with `heard=42`. Django makes that part once and says on it
which counter it shows, if it is for everybody. For some seconds it is then handed out to all who heard of no
newer counter, without entering Django again. It is asked for as by nobody: cookies are left out. What is not
for everybody is not given: the answer leads to the page itself, which knows what to say.

Who says that he heard of more than there is gains nothing: what was begun after he asked shows all that he
can have heard of. Words that a page does not know make no other part of it. Parts are made one after the
other, address by address, so that nobody's questions keep another waiting.
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

from scoring.live.public_pages import ASKING, COUNTER, FOR_NOBODY, NEWER_PART, PART, WORDS
from scoring.live.streams.asgi import App, Patience, Receive, Scope, Send, sender
from scoring.live.streams.event_stream import PREFIX, refuse
from scoring.live.streams.fair_queue import Crowded, InTurn
from tournaments.parsing import figure

SECONDS = 3.0
MOST = 256
MOST_WAITING = 200
"""So many parts are waited for from one address at a time; a hall may have one for all its phones."""
SECONDS_TO_STAY_AWAY = 5
LONGEST_COUNTER = 18
BY_WHICH_ANSWERS_DIFFER = (
    b"host",
    b"accept-encoding",
    b"x-forwarded-proto",
)

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Question:
    """The address of a page and the words with which it is asked; `heard` is the counter it must show.

    `came` is when it was asked, by the clock that never goes back.
    """

    path: str
    words: Mapping[str, str]
    heard: int
    told: tuple[bytes | None, ...]
    scheme: str
    sender: str
    came: float = field(default_factory=time.monotonic)

    @property
    def key(self) -> Key:
        return (self.scheme, self.path, urlencode(self.words), *self.told)

    def in_words(self, known: Collection[str] | None) -> Question:
        """The same with no other words than these; as it is where they aren't known."""
        if known is None:
            return self
        return replace(self, words={name: word for name, word in self.words.items() if name in known})


@dataclass
class Answer:
    """What Django sent, and whether others may have it."""

    begun: float = field(default_factory=time.monotonic)
    messages: list[Mapping[str, Any]] = field(default_factory=list)
    until: float = 0.0
    counter: int = -1
    """The one that it shows; -1 where it is not for everybody."""
    words: frozenset[str] | None = None
    """Those of its address that it depends on; None where all may."""

    async def take(self, message: Mapping[str, Any]) -> None:
        self.messages.append(message)

    def close(self) -> None:
        """Read the counter off what was sent to its end."""
        if not self.messages or self.messages[-1].get("more_body", False):
            return
        headers = {name.lower(): value for name, value in self.messages[0].get("headers", ())}
        if b"set-cookie" not in headers:
            self.counter = int(headers.get(COUNTER.lower().encode(), -1))
            if (words := headers.get(WORDS.lower().encode())) is not None:
                self.words = frozenset(words.decode().split(","))
        self.until = time.monotonic() + SECONDS

    def serves(self, question: Question) -> bool:
        """Whether it shows what the question heard of; what was begun later shows all that there was."""
        knows = self.counter >= question.heard or self.begun >= question.came
        return knows and time.monotonic() < self.until


class Parts:
    """An ASGI application before `streams`; keeps at most `MOST` parts of `pages`, each for `SECONDS`."""

    def __init__(self, pages: App, streams: App) -> None:
        self._pages = pages
        self._streams = streams
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._making: dict[Key, asyncio.Lock] = {}
        self._words: OrderedDict[str, frozenset[str]] = OrderedDict()
        # Made side by side, all would be ready as late as the last one.
        self._in_turn = InTurn(most=MOST_WAITING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand out what was made a moment ago, else what is made now, to all who wait for it."""
        question = _question(scope)
        if question is None:
            await self._streams(scope, receive, send)
            return
        try:
            answer = await self._answer(question, scope)
        except Crowded:
            await refuse(send, HTTPStatus.TOO_MANY_REQUESTS, retry_after=str(SECONDS_TO_STAY_AWAY))
            return
        if answer.counter < 0:
            await _lead_to_page(scope, send)
            return
        begin, *body = answer.messages
        await send(_said(begin, answer.counter, question.heard))
        for message in body:
            await send(message)

    async def _answer(self, asked: Question, scope: Scope) -> Answer:
        kept = self._kept(self._understood(asked))
        if kept is not None:
            return kept
        key = self._understood(asked).key
        one_makes_it = self._making.setdefault(key, asyncio.Lock())
        try:
            async with one_makes_it:
                question = self._understood(asked)
                return self._kept(question) or await self._make(question, scope)
        finally:
            if not one_makes_it.locked() and self._making.get(key) is one_makes_it:
                del self._making[key]

    def _understood(self, asked: Question) -> Question:
        return asked.in_words(self._words.get(asked.path))

    def _kept(self, question: Question) -> Answer | None:
        answer = self._answers.get(question.key)
        return answer if answer is not None and answer.serves(question) else None

    async def _make(self, question: Question, scope: Scope) -> Answer:
        own = {
            "headers": [(name, value) for name, value in scope["headers"] if name != b"cookie"],
            "path": question.path,
            "raw_path": quote(question.path).encode(),
            "query_string": urlencode(question.words).encode(),
        }
        async with self._in_turn.of(question.sender):
            answer = Answer()
            # Whoever asked first may have left: others wait.
            await self._pages(scope | own, Patience(), answer.take)
        answer.close()
        if answer.counter >= 0:
            keep(self._answers, question.in_words(answer.words).key, answer)
            if answer.words is not None:
                keep(self._words, question.path, answer.words)
        return answer


def _said(begin: Mapping[str, Any], counter: int, heard: int) -> Mapping[str, Any]:
    """The beginning of an answer, saying how long a cache in front may keep it.

    Under a number that is still to come nobody can leave there what is old.
    """
    kept = FOR_NOBODY if heard > counter else PART if heard == counter else NEWER_PART
    others = [one for one in begin["headers"] if one[0].lower() != b"cache-control"]
    return {**begin, "headers": [*others, (b"Cache-Control", kept.encode())]}


def keep(shelf: OrderedDict[Any, Any], key: object, thing: object) -> None:
    """Put a thing with the newest; the oldest goes where there are too many."""
    shelf[key] = thing
    shelf.move_to_end(key)
    while len(shelf) > MOST:
        shelf.popitem(last=False)


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
    asked = {name: word for name, word in words.items() if name not in ASKING}
    told = tuple(headers.get(name) for name in BY_WHICH_ANSWERS_DIFFER)
    return Question(path, asked, heard, told, scope.get("scheme", ""), sender(scope))


def _own(scope: Scope) -> str:
    """The page's own address."""
    path: str = scope["path"]
    return path[len(PREFIX) - 1 :]


async def _lead_to_page(scope: Scope, send: Send) -> None:
    words: bytes = scope["query_string"]
    to = f"{quote(_own(scope))}?{words.decode('latin-1')}"
    await refuse(send, HTTPStatus.TEMPORARY_REDIRECT, location=to)
