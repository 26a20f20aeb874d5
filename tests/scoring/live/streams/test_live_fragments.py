from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from scoring.live.streams import live_fragments
from scoring.live.streams.asgi import Receive, Scope, Send
from scoring.live.streams.live_fragments import Parts

OWN = "/t/00000000-0000-4000-8000-000000000000/"
PAGE = "/live" + OWN


class Pages:
    """Django, as far as parts are concerned: every answer is counted, and says which counter it shows."""

    def __init__(self) -> None:
        self.counter: int | None = 42
        self.made = 0
        self.cookie = False
        self.words: str | None = None
        self.asked: list[str] = []
        self.cookies: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.made += 1
        made = self.made
        self.asked.append(f"{scope['path']}?{scope['query_string'].decode()}")
        self.cookies += [value for name, value in scope["headers"] if name == b"cookie"]
        await receive()
        headers = [(b"Content-Type", b"text/html")]
        if self.counter is not None:
            headers.append((b"X-Live-Counter", str(self.counter).encode()))
        if self.words is not None:
            headers.append((b"X-Live-Words", self.words.encode()))
        if self.cookie:
            headers.append((b"Set-Cookie", b"a=b"))
        await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": f"made {made}".encode()})


async def streams(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"no part"})


async def ask(
    app: Parts,
    query: str = "seen=41&heard=42",
    *,
    path: str = PAGE,
    method: str = "GET",
    client: str = "",
    **headers: str,
) -> str:
    """What is answered, or where the answer leads to."""
    sent: list[Mapping[str, Any]] = []
    named = {"host": "localhost", "hx_request": "true"} | headers
    encoded = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items() if value]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": encoded,
        "client": (client, 50_000),
    }

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request"}

    await app(scope, receive, send)
    told = dict(sent[0]["headers"])
    if b"location" in told:
        assert sent[0]["status"] == 307
        return told[b"location"].decode()
    return b"".join(one.get("body", b"") for one in sent).decode()


def played(work: Callable[[Pages, Parts], Awaitable[None]]) -> None:
    async def run() -> None:
        pages = Pages()
        await work(pages, Parts(pages, streams))

    asyncio.run(run())


def test_a_thousand_who_ask_at_once_are_given_what_was_made_once():
    async def work(pages: Pages, app: Parts) -> None:
        told = await asyncio.gather(*(ask(app, f"seen={seen}&heard=42") for seen in range(1000)))
        assert set(told) == {"made 1"}
        assert pages.made == 1
        assert not app._making

    played(work)


def test_who_heard_of_something_newer_is_not_given_what_is_old():
    async def work(pages: Pages, app: Parts) -> None:
        assert await ask(app) == "made 1"
        pages.counter = 43
        assert await ask(app, "seen=42&heard=43") == "made 2"
        assert await ask(app, "seen=41&heard=42") == "made 2"

    played(work)


def test_nothing_is_given_for_long(monkeypatch):
    monkeypatch.setattr(live_fragments, "SECONDS", 0.0)

    async def work(pages: Pages, app: Parts) -> None:
        assert [await ask(app), await ask(app)] == ["made 1", "made 2"]

    played(work)


@pytest.mark.parametrize(
    "other",
    [
        {"path": PAGE + "groups/"},
        {"query": "seen=41&heard=42&match=2"},
        {"accept_encoding": "gzip"},
        {"host": "okey.example.org"},
        {"x_forwarded_proto": "https"},
    ],
)
def test_another_question_has_another_answer(other: dict[str, str]):
    async def work(pages: Pages, app: Parts) -> None:
        assert [await ask(app), await ask(app, **other)] == ["made 1", "made 2"]
        assert [await ask(app), await ask(app, **other)] == ["made 1", "made 2"]

    played(work)


@pytest.mark.parametrize(
    "other",
    [
        {"query": "seen=41"},
        {"query": "seen=41&heard=x"},
        {"query": "seen=41&heard=%D9%A3"},
        {"hx_request": ""},
        {"method": "POST"},
    ],
)
def test_what_does_not_ask_for_a_part_goes_to_the_streams(other: dict[str, str]):
    async def work(pages: Pages, app: Parts) -> None:
        assert await ask(app, **other) == "no part"
        assert not pages.made

    played(work)


@pytest.mark.parametrize("cookie", ["", "istaka_session=abc", "istaka_follow=abc; csrftoken=abc"])
def test_whoever_asks_it_is_asked_for_as_by_nobody(cookie: str):
    async def work(pages: Pages, app: Parts) -> None:
        assert await ask(app, cookie=cookie) == await ask(app, cookie="other=1") == "made 1"
        assert pages.cookies == []

    played(work)


def test_what_is_not_for_everybody_is_given_to_nobody():
    async def work(pages: Pages, app: Parts) -> None:
        pages.counter = None
        assert await ask(app) == f"{OWN}?seen=41&heard=42"
        pages.counter, pages.cookie = 42, True
        assert await ask(app) == f"{OWN}?seen=41&heard=42"
        assert not app._answers

    played(work)


def test_nobody_is_led_elsewhere():
    async def work(pages: Pages, app: Parts) -> None:
        pages.counter = None
        assert await ask(app, path="/live//example.org/") == "no part"
        assert await ask(app, path="/live/\\example.org/\r\n") == "/%5Cexample.org/%0D%0A?seen=41&heard=42"

    played(work)


def test_a_page_is_asked_at_its_own_address_for_what_does_not_depend_on_who_asks():
    async def work(pages: Pages, app: Parts) -> None:
        await ask(app, "seen=41&match=2&heard=42")
        assert pages.asked == [f"{OWN}?match=2"]

    played(work)


def test_who_leaves_takes_nothing_away_from_those_who_wait():
    """Django would stop what it makes as soon as it hears that whoever asked is gone."""

    async def work(pages: Pages, app: Parts) -> None:
        async def listens(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            gone = asyncio.ensure_future(receive())
            await pages(scope, receive_nothing, send)
            assert not gone.done()
            gone.cancel()

        app._pages = listens
        assert await ask(app) == "made 1"

    played(work)


async def receive_nothing() -> Mapping[str, Any]:
    return {}


def test_a_fault_of_one_is_not_the_fault_of_the_next():
    async def work(pages: Pages, app: Parts) -> None:
        async def fails(_scope: Scope, _receive: Receive, _send: Send) -> None:
            raise OSError("gone")

        app._pages = fails
        with pytest.raises(OSError, match="gone"):
            await ask(app)
        app._pages = pages
        assert await ask(app) == "made 1"

    played(work)


def test_so_many_are_kept_and_no_more(monkeypatch):
    monkeypatch.setattr(live_fragments, "MOST", 3)

    async def work(pages: Pages, app: Parts) -> None:
        for match in range(5):
            await ask(app, f"seen=41&heard=42&match={match}")
        assert len(app._answers) == 3
        assert await ask(app, "seen=41&heard=42&match=4") == "made 5"
        assert await ask(app, "seen=41&heard=42&match=0") == "made 6"

    played(work)


def test_who_says_that_he_heard_of_more_than_there_is_lets_nothing_be_made_anew():
    async def work(pages: Pages, app: Parts) -> None:
        told = await asyncio.gather(*(ask(app, f"seen=0&heard={9_999_999 + more}") for more in range(150)))
        assert {*told} == {"made 1", "made 2"}  # the first, and one that was begun after all had asked
        assert pages.made == 2

    played(work)


def test_words_that_a_page_does_not_know_make_no_other_part():
    async def work(pages: Pages, app: Parts) -> None:
        pages.words = "match"
        assert await ask(app, "seen=41&heard=42&n=1") == "made 1"
        assert await ask(app, "seen=41&heard=42&n=2&fbclid=x") == "made 1"
        assert await ask(app, "seen=41&heard=42&match=2&n=1") == "made 2"
        assert await ask(app, "seen=41&heard=42&n=3&match=2") == "made 2"
        pages.words = ""
        assert await ask(app, "seen=41&heard=42&match=2", path=PAGE + "groups/") == "made 3"
        assert await ask(app, "seen=41&heard=42&match=3", path=PAGE + "groups/") == "made 3"

    played(work)


def test_nobodys_questions_keep_another_waiting_and_of_too_many_the_last_are_let_go(monkeypatch):
    monkeypatch.setattr(live_fragments, "MOST_WAITING", 20)

    async def work(pages: Pages, app: Parts) -> None:
        many = [asyncio.create_task(ask(app, path=f"{PAGE}{one}/", client="10.0.0.1")) for one in range(30)]
        while pages.made < 2:
            await asyncio.sleep(0)
        assert await ask(app, client="10.0.0.2") == "made 4"  # after the second, and one more of the many
        told = await asyncio.gather(*many)
        assert told.count("Too Many Requests") == 9  # one in the making, and twenty who waited

    played(work)
