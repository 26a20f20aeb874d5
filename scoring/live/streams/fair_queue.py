"""An address with many requests waits for itself."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class QueueFull(Exception):  # noqa: N818  a refusal, no fault
    pass


class FairQueue:
    """Admits `at_once` tasks; belongs to the event loop that first uses it."""

    def __init__(self, *, limit_per_address: int, at_once: int = 1) -> None:
        self._most = limit_per_address
        self._free = at_once
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn_for(self, address: str) -> AsyncIterator[None]:
        """Raises QueueFull."""
        await self.take_turn(address)
        try:
            yield
        finally:
            self.return_turn()

    async def take_turn(self, address: str) -> None:
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)

    async def _wait(self, address: str) -> None:
        """Wait for a turn; when cancelled with one, pass it on.

        Raises QueueFull if too many of the address wait.
        """
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= self._most:
            raise QueueFull
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.return_turn()
            raise

    def return_turn(self) -> None:
        """Pass the turn to the next address, which then goes behind all others; else free it."""
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
