"""How many pages are made at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from scoring.live.streams.asgi import App, Receive, Scope, Send


class Turns:
    """The ASGI application before `app`, which makes at most `most` answers at a time; the others wait.

    Django gives each request a thread, and a connection to the database. Where an answer begins its turn
    ends: who reads slowly keeps nobody waiting.
    """

    def __init__(self, app: App, *, most: int) -> None:
        self._app = app
        self._free = asyncio.Semaphore(most)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._free.acquire()
        mine = [self._free]

        def end() -> None:
            while mine:
                mine.pop().release()

        async def begin(message: Mapping[str, Any]) -> None:
            end()
            await send(message)

        try:
            await self._app(scope, receive, begin)
        finally:
            end()
