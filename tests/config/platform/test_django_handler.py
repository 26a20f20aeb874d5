from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.platform.django_handler import DjangoHandler
from scoring.live.streams.asgi import Receive, ReceiveOnce

SECONDS = 10

made_in: list[int] = []
"""The threads that handled the requests, in order."""
requested, goes_on = threading.Event(), threading.Event()


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def note(request: HttpRequest) -> HttpResponse:
        made_in.append(threading.get_ident())
        return get_response(request)

    return note


def page(request: HttpRequest) -> HttpResponse:
    made_in.append(threading.get_ident())
    return HttpResponse("<p>Here.</p>")


def slow_page(request: HttpRequest) -> HttpResponse:
    requested.set()
    assert goes_on.wait(SECONDS)
    return page(request)


urlpatterns = [path("page/", page), path("slow/", slow_page)]


@pytest.fixture(autouse=True)
def handler_settings(settings: LazySettings) -> Iterator[None]:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [f"{__name__}.middleware", "django.middleware.common.CommonMiddleware"]
    made_in.clear()
    requested.clear()
    goes_on.clear()
    yield
    goes_on.set()


async def ask(
    pages: DjangoHandler, address: str = "/page/", *, then: Receive | None = None
) -> list[Mapping[str, Any]]:
    """What is answered to who asks for a page, and whose server says `then` after the question."""
    sent: list[Mapping[str, Any]] = []
    receive_once = ReceiveOnce()
    waits = iter([receive_once])

    async def receive() -> Mapping[str, Any]:
        return await next(waits, then or receive_once)()

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": address, "query_string": b""}
    await pages(scope | {"headers": [(b"host", b"testserver")]}, receive, send)
    return sent


async def until_asked() -> None:
    assert await asyncio.to_thread(requested.wait, SECONDS)


def test_page_and_the_next_run_in_one_thread() -> None:
    async def twice() -> None:
        pages = DjangoHandler()
        for _page in range(2):
            sent = await ask(pages)
            assert [sent[0]["status"], sent[1]["body"]] == [200, b"<p>Here.</p>"]

    asyncio.run(twice())
    assert len(made_in) == 4
    assert len({*made_in}) == 1
    assert threading.get_ident() not in made_in


def test_concurrent_pages_get_threads_and_idle_threads_are_limited(
    settings: LazySettings,
) -> None:
    settings.MAX_CONCURRENT_PAGES = 1

    async def beside_each_other() -> list[int]:
        pages = DjangoHandler()
        slow = asyncio.create_task(ask(pages, "/slow/"))
        await until_asked()
        await ask(pages)
        beside = {*made_in}
        goes_on.set()
        await slow
        assert len(beside) == 2
        made_in.clear()
        await ask(pages)
        assert {*made_in} < beside
        made_in.clear()
        requested.clear()
        goes_on.clear()
        again = asyncio.create_task(ask(pages, "/slow/"))
        await until_asked()
        await ask(pages)
        goes_on.set()
        await again
        return made_in

    assert len({*asyncio.run(beside_each_other())}) == 2


def test_disconnected_request_keeps_its_thread_until_done() -> None:
    async def leave() -> None:
        pages, disconnected = DjangoHandler(), asyncio.Event()

        async def leaves() -> Mapping[str, Any]:
            await until_asked()
            disconnected.set()
            return {"type": "http.disconnect"}

        left = asyncio.create_task(ask(pages, "/slow/", then=leaves))
        await disconnected.wait()
        for _page in range(2):
            await asyncio.wait_for(ask(pages), SECONDS)
        assert not left.done()
        goes_on.set()
        assert await left == []

    asyncio.run(leave())
    *other_threads, slow_thread = made_in[1:]
    assert len(other_threads) == 4
    assert slow_thread == made_in[0]
    assert slow_thread not in other_threads
