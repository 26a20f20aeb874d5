"""One after the other, and address by address: who asks much waits for himself."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Crowded(Exception):  # noqa: N818  a refusal, no fault
    """So many of this address wait already that one more is not let in."""


class InTurn:
    """Lets so many in at a time. It belongs to the event loop it is first used in."""

    def __init__(self, *, most: int, at_once: int = 1) -> None:
        self._most = most
        self._free = at_once
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and give it back; raises `Crowded` where `most` of that address wait."""
        await self.take(address)
        try:
            yield
        finally:
            self.give_back()

    async def take(self, address: str) -> None:
        """Wait for a turn; raises `Crowded` where `most` of that address wait."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)

    async def _wait(self, address: str) -> None:
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= self._most:
            raise Crowded
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Give the turn to the first of the next address, which then waits behind all others."""
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
