from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tournaments.web.client import resolve_client_address

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class ReceiveOnce:
    """A request without body; never reports a disconnect."""

    def __init__(self) -> None:
        self._asked = False

    async def __call__(self) -> Mapping[str, Any]:
        if self._asked:
            await asyncio.Event().wait()
        self._asked = True
        return {"type": "http.request", "body": b"", "more_body": False}


def client_address(scope: Scope) -> str:
    """As forwarded by our proxy if any."""
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return resolve_client_address(forwarded.decode("latin-1"), (scope.get("client") or ("",))[0])
