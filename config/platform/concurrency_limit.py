from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any, Final

from config.platform.silent_connections import active_request
from scoring.live.streams.asgi import App, Receive, Scope, Send, client_address
from scoring.live.streams.event_stream import send_error
from scoring.live.streams.fair_queue import FairQueue, QueueFull

MAX_WAITING_PER_ADDRESS: Final = 400
"""Phones of a hall share an address, each with a page or two at a time."""
RETRY_AFTER: Final = "5"
RESERVED_FOR_READS: Final = 2
"""On SQLite, writes may all wait for one writer."""
READ_METHODS: Final = ("GET", "HEAD")


class ConcurrencyLimit:
    """Render at most `max_concurrent` responses, in a fair queue between addresses.

    Too many waiting requests of an address get 429. A place is free when the response starts, so slow readers
    block nobody. Writes leave some free, so pages open while the database is locked.
    """

    def __init__(self, app: App, *, max_concurrent: int) -> None:
        self._app = app
        self._turns = FairQueue(limit_per_address=MAX_WAITING_PER_ADDRESS, at_once=max_concurrent)
        self._writing = FairQueue(
            limit_per_address=MAX_WAITING_PER_ADDRESS, at_once=max(1, max_concurrent - RESERVED_FOR_READS)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a turn, kept until the response starts; 429 if a queue is full.

        Writes first wait for a turn among writes.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with ExitStack() as places:
            places.enter_context(active_request(scope))
            queues = [self._turns] if scope["method"] in READ_METHODS else [self._writing, self._turns]
            for queue in queues:
                try:
                    await queue.take_turn(client_address(scope))
                except QueueFull:
                    await send_error(send, HTTPStatus.TOO_MANY_REQUESTS, retry_after=RETRY_AFTER)
                    return
                places.callback(queue.return_turn)

            async def send_and_release(message: Mapping[str, Any]) -> None:
                places.close()
                await send(message)

            await self._app(scope, receive, send_and_release)
