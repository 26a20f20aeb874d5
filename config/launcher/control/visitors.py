"""Which other devices reach this computer; addresses stay in memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from config import addresses
from config.direct_requests import is_loopback
from scoring.live.streams.asgi import App, Receive, Scope, Send

RECENT_SECONDS: Final = 120.0
MOST_REMEMBERED: Final = 4096


class Visitors:
    """Own addresses are never noted: this computer reaches itself by its address in the Wi-Fi, too."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._open: dict[str, int] = {}

    @property
    def have_come(self) -> bool:
        return bool(self._seen)

    def connected(self) -> int:
        """Count those with an open request or stream, or one in the last RECENT_SECONDS."""
        since = time.monotonic() - RECENT_SECONDS
        recent = {address for address, at in list(self._seen.items()) if at >= since}
        return len(recent | {address for address, count in list(self._open.items()) if count})

    @contextmanager
    def visit(self, address: str) -> Iterator[None]:
        if not address or (address not in self._seen and _is_own(address)):
            yield
            return
        self._note(address)
        self._open[address] = self._open.get(address, 0) + 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
            self._note(address)

    def _note(self, address: str) -> None:
        self._seen[address] = time.monotonic()
        self._seen.move_to_end(address)
        if len(self._seen) > MOST_REMEMBERED:
            self._seen.popitem(last=False)


def _is_own(address: str) -> bool:
    return is_loopback(address) or address in {own.address for own in addresses.own_addresses()}


visitors = Visitors()


def noting_visitors(app: App) -> App:
    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client") or ("",)
        with visitors.visit(client[0] if scope["type"] == "http" else ""):
            await app(scope, receive, send)

    return note
