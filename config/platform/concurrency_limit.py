"""How many pages are made at a time, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any, Final

from config.platform.silent_connections import active_request
from scoring.live.streams.asgi import App, Receive, Scope, Send, sender
from scoring.live.streams.in_turn import Crowded, InTurn
from scoring.live.streams.stream import refuse

MAX_WAITING_PER_ADDRESS: Final = 400
"""A hall has one address for all its phones; each of them asks for a page or two at a time."""
RETRY_AFTER: Final = "5"
RESERVED_FOR_READS: Final = 2
"""Turns that only requests that read get: on SQLite each of the others may wait for the one writer."""
READ_METHODS: Final = ("GET", "HEAD")


class ConcurrencyLimit:
    """The ASGI application before `app`, which makes at most `most` answers at a time; the others wait.

    They have their turns address by address: who asks for much waits for himself, and is sent away (429)
    where too much of his waits already. Django gives each request a thread, and a connection to the
    database. Where an answer begins its turn ends: who reads slowly keeps nobody waiting. Requests that write
    leave some turns free, so that pages open while the database is locked.
    """

    def __init__(self, app: App, *, most: int) -> None:
        self._app = app
        self._turns = InTurn(most=MAX_WAITING_PER_ADDRESS, at_once=most)
        self._writing = InTurn(most=MAX_WAITING_PER_ADDRESS, at_once=max(1, most - RESERVED_FOR_READS))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with ExitStack() as mine:
            mine.enter_context(active_request(scope))
            queues = [self._turns] if scope["method"] in READ_METHODS else [self._writing, self._turns]
            for queue in queues:
                try:
                    await queue.take(sender(scope))
                except Crowded:
                    await refuse(send, HTTPStatus.TOO_MANY_REQUESTS, retry_after=RETRY_AFTER)
                    return
                mine.callback(queue.give_back)

            async def begin(message: Mapping[str, Any]) -> None:
                mine.close()
                await send(message)

            await self._app(scope, receive, begin)
