"""What is counted and told of one request: how it was answered and how quickly, and of whom nothing."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Self

from django.conf import settings

from config.monitoring.counters import Counters
from scoring.live.streams.asgi import Scope, Send
from scoring.live.streams.stream import PREFIX
from tournaments.noted import Noted

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STREAM: Final = b"text/event-stream"
SERVER_ERROR: Final = 500
FILE, LIVE_PART, LIVE_STREAM = "file", "live part", "live stream"
"""What stands in the place of a page's name where none was made."""

logger = logging.getLogger("istaka.requests")


class RequestMeasurement:
    """The time of one request, as a block: within it `send` passes on what the application answers."""

    def __init__(self, figures: Counters, noted: Noted, scope: Scope, send: Send) -> None:
        self._figures = figures
        self._noted = noted
        self._scope = scope
        self._send = send
        self._began = perf_counter()
        self._took = 0.0
        self._status = 0
        self._is_stream = False

    def __enter__(self) -> Self:
        self._figures.add("in progress")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._figures.add("in progress", -1)
        if self._is_stream:
            self._figures.add("streams", -1)
        if isinstance(error, Exception) and not self._status:
            self._begins(SERVER_ERROR, [])  # so the server answers in our place
        if self._status and logger.isEnabledFor(logging.INFO):
            logger.info("answered", extra={"told": self._told()})

    async def send(self, message: Mapping[str, Any]) -> None:
        """Pass a message on; the first one bears the request's id."""
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            self._begins(message["status"], headers)
            message = {**message, "headers": [*headers, (b"x-request-id", self._noted.id.encode())]}
        await self._send(message)

    def _begins(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self._status = status
        self._took = perf_counter() - self._began
        self._is_stream = any(
            name.lower() == b"content-type" and value.startswith(STREAM) for name, value in headers
        )
        self._figures.answered(status)
        if self._is_stream:
            self._figures.add("streams")
        else:
            self._figures.took(self._took)

    def _told(self) -> dict[str, Any]:
        method = self._scope["method"]
        told = {
            "method": method if method in METHODS else "other",
            "route": self._noted.route or self._kind(),
            "status": self._status,
            "ms": round(self._took * 1000, 1),
        }
        return told | ({"entries": self._noted.entries} if self._noted.entries else {})

    def _kind(self) -> str:
        path: str = self._scope["path"]
        if path.startswith(PREFIX):
            return LIVE_STREAM if self._is_stream else LIVE_PART
        return FILE if path.startswith(settings.STATIC_URL) else ""
