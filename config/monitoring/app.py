from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

from config.monitoring.endpoints import Endpoints
from config.monitoring.request_measurement import RequestMeasurement
from config.monitoring.server_metrics import ServerMetrics
from scoring.live.streams.asgi import App, Receive, Scope, Send
from scoring.live.streams.event_stream import Streams, send_error
from tournaments.web.request_notes import CURRENT_REQUEST, RequestNotes

ID_HEADER: Final = b"x-request-id"
ID: Final = re.compile(rb"[0-9A-Fa-f][0-9A-Fa-f-]{14,62}[0-9A-Fa-f]")
"""Ids as proxies create them; others, maybe names or tokens, are replaced."""


class MonitoredApp:
    """Responses carry the request's id."""

    def __init__(self, app: App, metrics: ServerMetrics, streams: Streams | None = None) -> None:
        self._app = app
        self._metrics = metrics
        self._endpoints = Endpoints(metrics, streams)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] in self._endpoints.at:
            await self._respond(scope, send)
        else:
            await self._measure(scope, receive, send)

    async def _measure(self, scope: Scope, receive: Receive, send: Send) -> None:
        notes = RequestNotes(request_id(scope))
        token = CURRENT_REQUEST.set(notes)
        try:
            with RequestMeasurement(self._metrics, notes, scope, send) as measurement:
                await self._app(scope, receive, measurement.send)
        finally:
            CURRENT_REQUEST.reset(token)

    async def _respond(self, scope: Scope, send: Send) -> None:
        """Send the response of the path's endpoint, which must exist; 405 unless GET or HEAD."""
        if scope["method"] not in ("GET", "HEAD"):
            await send_error(send, HTTPStatus.METHOD_NOT_ALLOWED, allow="GET, HEAD")
            return
        status, content_type, text = await self._endpoints.at[scope["path"]](scope)
        headers: Mapping[str, Any] = {"content-type": content_type, "cache-control": "no-store"}
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status.value, "headers": encoded})
        body = b"" if scope["method"] == "HEAD" else text.encode()
        await send({"type": "http.response.body", "body": body})


def monitored(app: App, streams: Streams | None = None) -> MonitoredApp:
    return MonitoredApp(app, ServerMetrics(), streams)


def request_id(scope: Scope) -> str:
    header = dict(scope["headers"]).get(ID_HEADER, b"")
    return header.decode() if ID.fullmatch(header) else uuid4().hex
