"""The ASGI application around all others: it answers who watches, and notes every other request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

from config.monitoring.counters import Counters, server_folder
from config.monitoring.endpoints import Endpoints
from config.monitoring.request_measurement import RequestMeasurement
from scoring.live.streams.asgi import App, Receive, Scope, Send
from scoring.live.streams.stream import Streams, refuse
from tournaments.noted import CURRENT, Noted

ID_HEADER: Final = b"x-request-id"
ID: Final = re.compile(rb"[0-9A-Fa-f][0-9A-Fa-f-]{14,62}[0-9A-Fa-f]")
"""As proxies make them; who writes a name there, or what opens a table, gets an id of ours instead."""


class MonitoredApp:
    """`app`, with `/healthz`, `/readyz` and `/metrics` before it, its requests counted and told of.

    Whatever is answered bears the id of its request, by which it is found in the log.
    """

    def __init__(self, app: App, figures: Counters, streams: Streams | None = None) -> None:
        self._app = app
        self._figures = figures
        self._answers = Endpoints(figures, streams)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] in self._answers.at:
            await self._tell(scope, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        noted = Noted(request_id(scope))
        before = CURRENT.set(noted)
        try:
            with RequestMeasurement(self._figures, noted, scope, send) as answering:
                await self._app(scope, receive, answering.send)
        finally:
            CURRENT.reset(before)

    async def _tell(self, scope: Scope, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await refuse(send, HTTPStatus.METHOD_NOT_ALLOWED, allow="GET, HEAD")
            return
        status, kind, text = await self._answers.at[scope["path"]](scope)
        headers: Mapping[str, Any] = {"content-type": kind, "cache-control": "no-store"}
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status.value, "headers": encoded})
        body = b"" if scope["method"] == "HEAD" else text.encode()
        await send({"type": "http.response.body", "body": body})


def monitored(app: App, streams: Streams | None = None) -> MonitoredApp:
    """What a server serves: `app`, watched, and counted together with the other processes of this server."""
    try:
        figures = Counters(server_folder())
    except OSError:  # no room, even there: each process counts for itself
        figures = Counters(None)
    return MonitoredApp(app, figures, streams)


def request_id(scope: Scope) -> str:
    """The one that a proxy gave, else a new one."""
    given = dict(scope["headers"]).get(ID_HEADER, b"")
    return given.decode() if ID.fullmatch(given) else uuid4().hex
