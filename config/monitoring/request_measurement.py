"""Nothing about the visitor."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Self

from django.conf import settings

from config.monitoring.server_metrics import ServerMetrics
from scoring.live.streams.asgi import Scope, Send
from scoring.live.streams.event_stream import PREFIX
from tournaments.web.request_notes import RequestNotes

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STREAM: Final = b"text/event-stream"
SERVER_ERROR: Final = 500
FILE, LIVE_PART, LIVE_STREAM = "file", "live part", "live stream"
"""The route where no view ran."""

logger = logging.getLogger("istaka.requests")


class RequestMeasurement:
    def __init__(self, metrics: ServerMetrics, notes: RequestNotes, scope: Scope, send: Send) -> None:
        self._metrics = metrics
        self._noted = notes
        self._scope = scope
        self._send = send
        self._started = perf_counter()
        self._duration = 0.0
        self._status = 0
        self._is_stream = False

    def __enter__(self) -> Self:
        self._metrics.in_progress.inc()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """Count the end and log an answered request; an error before the response counts as 500."""
        self._metrics.in_progress.dec()
        if self._is_stream:
            self._metrics.streams.dec()
        if isinstance(error, Exception) and not self._status:
            self._note_response(SERVER_ERROR, [])  # the server then answers 500
        if self._status and logger.isEnabledFor(logging.INFO):
            logger.info("answered", extra={"request_summary": self._summary()})

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            self._note_response(message["status"], headers)
            message = {**message, "headers": [*headers, (b"x-request-id", self._noted.id.encode())]}
        await self._send(message)

    def _note_response(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        """Count the response, which the caller sends; only streams have no duration."""
        self._status = status
        self._duration = perf_counter() - self._started
        self._is_stream = any(
            name.lower() == b"content-type" and value.startswith(STREAM) for name, value in headers
        )
        self._metrics.count_response(status)
        if self._is_stream:
            self._metrics.streams.inc()
        else:
            self._metrics.seconds.observe(self._duration)

    def _summary(self) -> dict[str, Any]:
        method = self._scope["method"]
        summary = {
            "method": method if method in METHODS else "other",
            "route": self._noted.route or self._kind(),
            "status": self._status,
            "ms": round(self._duration * 1000, 1),
        }
        return summary | ({"entries": self._noted.entries} if self._noted.entries else {})

    def _kind(self) -> str:
        path: str = self._scope["path"]
        if path.startswith(PREFIX):
            return LIVE_STREAM if self._is_stream else LIVE_PART
        return FILE if path.startswith(settings.STATIC_URL) else ""
