"""So many pages are made at a time, and who reads slowly keeps nobody waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from config.intake.turns import Turns
from scoring.live.streams.asgi import Receive, Scope, Send

BEGINS = {"type": "http.response.start", "status": 200, "headers": []}


async def receive() -> Mapping[str, Any]:
    return {"type": "http.disconnect"}


async def send(_message: Mapping[str, Any]) -> None: ...


def test_the_third_waits_until_an_answer_begins() -> None:
    made: list[int] = []
    may_begin, may_end = asyncio.Event(), asyncio.Event()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        made.append(scope["number"])
        await may_begin.wait()
        await send(BEGINS)
        await may_end.wait()

    async def three() -> None:
        turns = Turns(page, most=2)
        asked = [asyncio.create_task(turns({"number": one}, receive, send)) for one in range(3)]
        for _turn in range(5):
            await asyncio.sleep(0)
        assert made == [0, 1]
        may_begin.set()
        for _turn in range(5):
            await asyncio.sleep(0)
        assert made == [0, 1, 2]
        may_end.set()
        await asyncio.gather(*asked)

    asyncio.run(three())


def test_a_turn_ends_with_a_fault_too() -> None:
    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        raise LookupError

    async def twice() -> None:
        turns = Turns(page, most=1)
        for _again in range(2):
            with pytest.raises(LookupError):
                await turns({}, receive, send)

    asyncio.run(asyncio.wait_for(twice(), 5))
