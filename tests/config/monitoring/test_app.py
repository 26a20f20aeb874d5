"""Each request is counted and logged once, under an id, without personal data."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.monitoring.app import MonitoredApp
from config.monitoring.json_log import JsonFormatter
from config.monitoring.server_metrics import ServerMetrics
from config.platform.django_handler import DjangoHandler
from scoring.live.streams.asgi import Receive, ReceiveOnce, Scope, Send
from tests.config.monitoring.asgi_requests import Answer, ask, asks
from tournaments.web.request_notes import CURRENT_REQUEST, note_entry

GIVEN = "5F1c-0aa0-4be2-9d0c"
TOKEN = "Zb3-tokenThatOpens_something"


def page(request: HttpRequest, token: str) -> HttpResponse:
    logging.getLogger("house").warning("Somebody is at /m/%s/", token)
    return HttpResponse(status=409)


urlpatterns = [path("m/<str:token>/", page, name="a_table")]


def answers(status: int, kind: str = "text/html") -> Any:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"Content-Type", kind.encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"<p>Here.</p>"})

    return app


def responses(metrics: ServerMetrics, status: int) -> float:
    return metrics.registry.get_sample_value("istaka_requests_total", {"status": str(status)}) or 0


def gauges(metrics: ServerMetrics) -> tuple[float | None, float | None]:
    """Return streams and requests in progress."""
    value = metrics.registry.get_sample_value
    return value("istaka_streams"), value("istaka_requests_in_progress")


@pytest.fixture
def log_records() -> Iterator[list[dict[str, Any]]]:
    """Parse the lines of the JSON log."""
    lines: list[dict[str, Any]] = []

    class ListHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            text = self.format(record)
            assert "\n" not in text
            lines.append(json.loads(text))

    handler, root, ours = ListHandler(), logging.getLogger(), logging.getLogger("istaka.requests")
    handler.setFormatter(JsonFormatter())
    root.addHandler(handler)
    before = ours.level
    ours.setLevel(logging.INFO)
    yield lines
    root.removeHandler(handler)
    ours.setLevel(before)


def test_page_is_logged_by_route_and_its_lines_by_request_id(
    settings: Any, log_records: list[dict[str, Any]]
) -> None:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = ["config.middleware.RouteNameMiddleware"]
    settings.ALLOWED_HOSTS = ["localhost"]
    metrics = ServerMetrics()
    answer = asyncio.run(ask(MonitoredApp(DjangoHandler(), metrics), f"/m/{TOKEN}/", x_request_id=GIVEN))
    assert (answer.status, answer.headers["x-request-id"]) == (409, GIVEN)
    page_line = next(line for line in log_records if line["logger"] == "house")
    assert (page_line["request"], page_line["level"]) == (GIVEN, "WARNING")
    line = log_records[-1]
    assert (line["request"], line["method"], line["route"], line["status"]) == (GIVEN, "GET", "a_table", 409)
    assert line["ms"] >= 0
    assert "entries" not in line
    assert TOKEN not in json.dumps(log_records)
    assert responses(metrics, 409) == 1


@pytest.mark.parametrize("request_id", ["", "Nermin", TOKEN, "a" * 80, "short", "0123456789abcdef\n0"])
def test_invalid_request_id_is_replaced(request_id: str) -> None:
    app = MonitoredApp(answers(200), ServerMetrics())
    first = asyncio.run(ask(app, "/", x_request_id=request_id)).headers["x-request-id"]
    second = asyncio.run(ask(app, "/")).headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{32}", first)
    assert first != second


def test_written_versions_of_hands_are_logged(log_records: list[dict[str, Any]]) -> None:
    async def writes(scope: Scope, receive: Receive, send: Send) -> None:
        note_entry(UUID(int=7))
        await answers(200)(scope, receive, send)

    asyncio.run(ask(MonitoredApp(writes, ServerMetrics()), "/static/x.css", method="BREW"))
    assert log_records[-1]["entries"] == ["00000000-0000-0000-0000-000000000007"]
    assert (log_records[-1]["method"], log_records[-1]["route"]) == ("other", "file")
    note_entry(UUID(int=8))  # outside of any request
    assert CURRENT_REQUEST.get() is None


def test_open_stream_is_a_gauge_without_duration(log_records: list[dict[str, Any]]) -> None:
    metrics = ServerMetrics()
    seen: list[tuple[float | None, float | None]] = []

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        await answers(200, "text/event-stream; charset=utf-8")(scope, receive, send)
        seen.append(gauges(metrics))

    asyncio.run(ask(MonitoredApp(stream, metrics), "/live/tournament.1/"))
    assert seen == [(1, 1)]
    assert (gauges(metrics), responses(metrics, 200)) == ((0, 0), 1)
    assert metrics.registry.get_sample_value("istaka_request_seconds_count") == 0
    assert log_records[-1]["route"] == "live stream"


def test_disconnects_are_not_counted_and_errors_count_as_500(log_records: list[dict[str, Any]]) -> None:
    metrics = ServerMetrics()

    async def fails(scope: Scope, receive: Receive, send: Send) -> None:
        raise LookupError

    async def waits(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    async def both() -> None:
        with pytest.raises(LookupError):
            await ask(MonitoredApp(fails, metrics), "/")
        leaving = asyncio.create_task(MonitoredApp(waits, metrics)(asks("/"), ReceiveOnce(), Answer().take))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)

    asyncio.run(both())
    assert [responses(metrics, status) for status in (200, 404, 500)] == [0, 0, 1]
    assert gauges(metrics) == (0, 0)
    assert [line["status"] for line in log_records if "status" in line] == [500]


def test_error_is_one_line_without_row_values(log_records: list[dict[str, Any]]) -> None:
    try:
        raise ValueError("duplicate key\nDETAIL:  Key (name)=(Nermin) already exists.\nelsewhere")
    except ValueError:
        logging.getLogger("house").exception("It failed: %s", f"/davet/{TOKEN}/")
    assert "Traceback" in log_records[-1]["error"]
    assert "elsewhere" in log_records[-1]["error"]
    assert "Nermin" not in json.dumps(log_records)
    assert TOKEN not in json.dumps(log_records)
    assert log_records[-1]["time"].endswith("+00:00")
