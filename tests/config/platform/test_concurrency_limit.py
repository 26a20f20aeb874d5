from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import pytest

from config.platform import concurrency_limit
from config.platform.concurrency_limit import ConcurrencyLimit
from scoring.live.streams.asgi import Receive, Scope, Send

BEGINS = {"type": "http.response.start", "status": 200, "headers": []}


def asks(number: int = 0, address: str = "10.0.0.1", method: str = "GET") -> Scope:
    return {"type": "http", "method": method, "headers": [], "client": (address, 50_000), "number": number}


async def receive() -> Mapping[str, Any]:
    return {"type": "http.disconnect"}


async def send(_message: Mapping[str, Any]) -> None: ...


def test_third_request_waits_until_a_response_starts() -> None:
    rendered: list[int] = []
    may_begin, may_end = asyncio.Event(), asyncio.Event()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        rendered.append(scope["number"])
        await may_begin.wait()
        await send(BEGINS)
        await may_end.wait()

    async def three() -> None:
        limited_app = ConcurrencyLimit(page, max_concurrent=2)
        requests = [asyncio.create_task(limited_app(asks(number), receive, send)) for number in range(3)]
        for _turn in range(5):
            await asyncio.sleep(0)
        assert rendered == [0, 1]
        may_begin.set()
        for _turn in range(5):
            await asyncio.sleep(0)
        assert rendered == [0, 1, 2]
        may_end.set()
        await asyncio.gather(*requests)

    asyncio.run(three())


def test_pages_open_while_writes_wait_for_the_database() -> None:
    rendered: list[int] = []
    database_is_free = asyncio.Event()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        rendered.append(scope["number"])
        if scope["method"] == "POST":
            await database_is_free.wait()

    async def crowd() -> None:
        limited_app = ConcurrencyLimit(page, max_concurrent=concurrency_limit.RESERVED_FOR_READS + 2)
        writing = [
            asyncio.create_task(limited_app(asks(number, method="POST"), receive, send))
            for number in range(5)
        ]
        for _turn in range(5):
            await asyncio.sleep(0)
        assert rendered == [0, 1]
        await asyncio.wait_for(limited_app(asks(9), receive, send), 5)
        assert rendered == [0, 1, 9]
        database_is_free.set()
        await asyncio.gather(*writing)
        assert sorted(rendered) == [0, 1, 2, 3, 4, 9]

    asyncio.run(crowd())


def test_error_frees_the_place() -> None:
    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        raise LookupError

    async def twice() -> None:
        limited_app = ConcurrencyLimit(page, max_concurrent=1)
        for _again in range(2):
            with pytest.raises(LookupError):
                await limited_app(asks(), receive, send)

    asyncio.run(asyncio.wait_for(twice(), 5))


def test_waiting_requests_are_limited_per_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three requests from one address the first is served, then one from another address."""
    monkeypatch.setattr(concurrency_limit, "MAX_WAITING_PER_ADDRESS", 3)
    rendered: list[int] = []
    answered: list[int] = []
    goes_on = asyncio.Event()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        rendered.append(scope["number"])
        await goes_on.wait()

    async def record_status(message: Mapping[str, Any]) -> None:
        answered.append(message.get("status", 0))

    async def all_ask() -> None:
        limited_app = ConcurrencyLimit(page, max_concurrent=1)
        scopes = [asks(request) for request in range(5)] + [asks(9, "10.0.0.2")]
        tasks = [asyncio.create_task(limited_app(request, receive, record_status)) for request in scopes]
        for _turn in range(5):
            await asyncio.sleep(0)
        goes_on.set()
        await asyncio.gather(*tasks)

    asyncio.run(all_ask())
    assert rendered == [0, 1, 9, 2, 3]
    assert answered[0] == HTTPStatus.TOO_MANY_REQUESTS


def test_other_protocols_are_not_limited() -> None:
    scope_types: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope_types.append(scope["type"])

    asyncio.run(ConcurrencyLimit(app, max_concurrent=0)({"type": "lifespan"}, receive, send))
    assert scope_types == ["lifespan"]
