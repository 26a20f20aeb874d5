"""In process, by processor time, which a busy machine affects little. Set up Django first."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from celery import current_app
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import path

import config.urls
import scoring.tasks  # noqa: F401  that they are known by name
from benchmarks.measurement.processor_time import work_of_thread
from config.web import application
from scoring.live.streams.asgi import ReceiveOnce
from tests.keeper_phone import PLAIN_FINISH, HiddenFields
from tournaments.models import Encounter, TableLink

MILLISECONDS = 1000
EMPTY_VIEW_PATH = "/nothing/"

runner = asyncio.Runner()


def empty_view(request: HttpRequest) -> HttpResponse:
    return HttpResponse("<p>Nothing.</p>")


urlpatterns = [path(EMPTY_VIEW_PATH.lstrip("/"), empty_view), *config.urls.urlpatterns]


def milliseconds_of(work: Callable[[], object], times: int = 1) -> float:
    """Per call, of this process and its database processes."""
    before = {process: work_of_thread(process) for process in _backends()}
    began = time.process_time()
    for _time in range(times):
        work()
    own_seconds = time.process_time() - began
    in_database = sum(work_of_thread(process) - worked for process, worked in before.items())
    in_database += sum(work_of_thread(process) for process in _backends() - before.keys())
    return (own_seconds + in_database) * MILLISECONDS / times


def _backends() -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid for (pid,) in cursor.fetchall()}


def count_statements(work: Callable[[], object]) -> int:
    """Include BEGIN and COMMIT."""
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


@contextmanager
def with_empty_view() -> Iterator[None]:
    """A view that does nothing behind our middleware."""
    with override_settings(ROOT_URLCONF=__name__):
        yield


@contextmanager
def collected_tasks() -> Iterator[list[Callable[[], object]]]:
    """Collect tasks instead of sending them."""
    tasks: list[Callable[[], object]] = []
    send = current_app.send_task

    def capture(name: str, args: Any = (), kwargs: Mapping[str, Any] | None = None, **_options: Any) -> None:
        tasks.append(lambda: current_app.tasks[name].run(*args, **(kwargs or {})))

    current_app.send_task = capture
    try:
        yield tasks
    finally:
        current_app.send_task = send


@dataclass
class Answer:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes = b""

    async def receive_message(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        self.content += message.get("body", b"")


def get_page(address: str, cookies: str = "", **headers: str) -> Answer:
    """`headers` are names with `_` for `-`."""
    request_headers = {"host": "127.0.0.1", "accept-encoding": "gzip", "cookie": cookies, **headers}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": address,
        "raw_path": address.encode(),
        "query_string": b"",
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in request_headers.items()
        ],
        "client": ("127.0.0.1", 1),
    }
    answer = Answer()
    runner.run(application(scope, ReceiveOnce(), answer.receive_message))
    assert answer.status in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED), (address, answer.status)
    return answer


class InProcessPhone:
    """Its requests stay in this thread."""

    def __init__(self, encounter: Encounter) -> None:
        table = encounter.table
        assert table is not None
        self.client = Client()
        self.form_address = f"/table/{table.public_id}/hand/"
        token = TableLink.objects.get(table=table, revoked_at=None).token
        self.client.get(f"/m/{token}/")
        self.client.post(f"/table/{table.public_id}/keep/", {"name": "Nermin"})

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())

    def next_hand(self) -> dict[str, str]:
        page = self.client.get(self.form_address).content.decode()
        fields = HiddenFields(page, self.form_address).values
        assert fields is not None
        return fields | PLAIN_FINISH

    def save(self, fields: Mapping[str, str]) -> None:
        answer = self.client.post(f"{self.form_address}outbox/", fields)
        assert json.loads(answer.content)["state"] == "stored", answer.content
