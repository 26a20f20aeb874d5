from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from scoring.live.streams import live_fragments
from scoring.live.streams.asgi import Receive, Scope, Send
from scoring.live.streams.live_fragments import FragmentCache

PAGE_PATH = "/t/00000000-0000-4000-8000-000000000000/"
PAGE = "/live" + PAGE_PATH


class FakePages:
    """Replaces Django: counts every response and states the counter it shows."""

    def __init__(self) -> None:
        self.counter: int | None = 42
        self.rendered_count = 0
        self.cookie = False
        self.words: str | None = None
        self.requested_urls: list[str] = []
        self.cookies: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.rendered_count += 1
        number = self.rendered_count
        self.requested_urls.append(f"{scope['path']}?{scope['query_string'].decode()}")
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
        await send({"type": "http.response.body", "body": f"made {number}".encode()})


async def streams(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"no part"})


async def ask(
    app: FragmentCache,
    query: str = "seen=41&heard=42",
    *,
    path: str = PAGE,
    method: str = "GET",
    client: str = "",
    **headers: str,
) -> str:
    sent: list[Mapping[str, Any]] = []
    all_headers = {"host": "localhost", "hx_request": "true"} | headers
    encoded = [
        (name.replace("_", "-").encode(), value.encode()) for name, value in all_headers.items() if value
    ]
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
    response_headers = dict(sent[0]["headers"])
    if b"location" in response_headers:
        assert sent[0]["status"] == 307
        return response_headers[b"location"].decode()
    return b"".join(message.get("body", b"") for message in sent).decode()


def run_with_pages(work: Callable[[FakePages, FragmentCache], Awaitable[None]]) -> None:
    async def run() -> None:
        pages = FakePages()
        await work(pages, FragmentCache(pages, streams))

    asyncio.run(run())


def test_thousand_requests_share_one_rendering():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        bodies = await asyncio.gather(*(ask(app, f"seen={seen}&heard=42") for seen in range(1000)))
        assert set(bodies) == {"made 1"}
        assert pages.rendered_count == 1
        assert not app._making

    run_with_pages(work)


def test_request_with_a_newer_counter_gets_a_newer_fragment():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        assert await ask(app) == "made 1"
        pages.counter = 43
        assert await ask(app, "seen=42&heard=43") == "made 2"
        assert await ask(app, "seen=41&heard=42") == "made 2"

    run_with_pages(work)


def test_fragments_expire(monkeypatch):
    monkeypatch.setattr(live_fragments, "SECONDS", 0.0)

    async def work(pages: FakePages, app: FragmentCache) -> None:
        assert [await ask(app), await ask(app)] == ["made 1", "made 2"]

    run_with_pages(work)


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
def test_fragments_differ_by_path_query_and_headers(other: dict[str, str]):
    async def work(pages: FakePages, app: FragmentCache) -> None:
        assert [await ask(app), await ask(app, **other)] == ["made 1", "made 2"]
        assert [await ask(app), await ask(app, **other)] == ["made 1", "made 2"]

    run_with_pages(work)


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
def test_other_requests_go_to_the_streams(other: dict[str, str]):
    async def work(pages: FakePages, app: FragmentCache) -> None:
        assert await ask(app, **other) == "no part"
        assert not pages.rendered_count

    run_with_pages(work)


@pytest.mark.parametrize("cookie", ["", "istaka_session=abc", "istaka_follow=abc; csrftoken=abc"])
def test_cookies_are_not_passed_to_django(cookie: str):
    async def work(pages: FakePages, app: FragmentCache) -> None:
        assert await ask(app, cookie=cookie) == await ask(app, cookie="other=1") == "made 1"
        assert pages.cookies == []

    run_with_pages(work)


def test_private_responses_are_not_served():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        pages.counter = None
        assert await ask(app) == f"{PAGE_PATH}?seen=41&heard=42"
        pages.counter, pages.cookie = 42, True
        assert await ask(app) == f"{PAGE_PATH}?seen=41&heard=42"
        assert not app._answers

    run_with_pages(work)


def test_redirect_stays_on_this_site():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        pages.counter = None
        assert await ask(app, path="/live//example.org/") == "no part"
        assert await ask(app, path="/live/\\example.org/\r\n") == "/%5Cexample.org/%0D%0A?seen=41&heard=42"

    run_with_pages(work)


def test_page_is_requested_without_seen_and_heard():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        await ask(app, "seen=41&match=2&heard=42")
        assert pages.requested_urls == [f"{PAGE_PATH}?match=2"]

    run_with_pages(work)


def test_disconnect_does_not_stop_the_rendering_for_others():
    """Django would stop rendering when the client disconnects."""

    async def work(pages: FakePages, app: FragmentCache) -> None:
        async def listens(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            disconnect = asyncio.ensure_future(receive())
            await pages(scope, receive_empty, send)
            assert not disconnect.done()
            disconnect.cancel()

        app._pages = listens
        assert await ask(app) == "made 1"

    run_with_pages(work)


async def receive_empty() -> Mapping[str, Any]:
    return {}


def test_exception_does_not_affect_the_next_request():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        async def fails(_scope: Scope, _receive: Receive, _send: Send) -> None:
            raise OSError("gone")

        app._pages = fails
        with pytest.raises(OSError, match="gone"):
            await ask(app)
        app._pages = pages
        assert await ask(app) == "made 1"

    run_with_pages(work)


def test_oldest_fragments_are_dropped_over_the_limit(monkeypatch):
    monkeypatch.setattr(live_fragments, "MAX_FRAGMENTS", 3)

    async def work(pages: FakePages, app: FragmentCache) -> None:
        for match in range(5):
            await ask(app, f"seen=41&heard=42&match={match}")
        assert len(app._answers) == 3
        assert await ask(app, "seen=41&heard=42&match=4") == "made 5"
        assert await ask(app, "seen=41&heard=42&match=0") == "made 6"

    run_with_pages(work)


def test_invented_counters_cause_no_extra_rendering():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        bodies = await asyncio.gather(*(ask(app, f"seen=0&heard={9_999_999 + more}") for more in range(150)))
        assert {*bodies} == {"made 1", "made 2"}  # the first, and one begun after all requests arrived
        assert pages.rendered_count == 2

    run_with_pages(work)


def test_unknown_query_parameters_share_a_fragment():
    async def work(pages: FakePages, app: FragmentCache) -> None:
        pages.words = "match"
        assert await ask(app, "seen=41&heard=42&n=1") == "made 1"
        assert await ask(app, "seen=41&heard=42&n=2&fbclid=x") == "made 1"
        assert await ask(app, "seen=41&heard=42&match=2&n=1") == "made 2"
        assert await ask(app, "seen=41&heard=42&n=3&match=2") == "made 2"
        pages.words = ""
        assert await ask(app, "seen=41&heard=42&match=2", path=PAGE + "groups/") == "made 3"
        assert await ask(app, "seen=41&heard=42&match=3", path=PAGE + "groups/") == "made 3"

    run_with_pages(work)


def test_queue_is_fair_by_address_and_rejects_over_the_limit(monkeypatch):
    monkeypatch.setattr(live_fragments, "MAX_WAITING", 20)

    async def work(pages: FakePages, app: FragmentCache) -> None:
        many = [
            asyncio.create_task(ask(app, path=f"{PAGE}{number}/", client="10.0.0.1")) for number in range(30)
        ]
        while pages.rendered_count < 2:
            await asyncio.sleep(0)
        assert await ask(app, client="10.0.0.2") == "made 4"  # after the second, and one more of the many
        bodies = await asyncio.gather(*many)
        assert bodies.count("Too Many Requests") == 9  # one was rendering and twenty waited

    run_with_pages(work)
