"""Measure in this process, by processor time, which a busy machine affects little."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import current_app
from django.db import connection
from django.test import Client

import scoring.tasks  # noqa: F401  that they are known by name
from benchmarks.figures import MILLISECONDS
from tests.keeper_phone import PLAIN_FINISH, HiddenFields
from tournaments.models import Encounter, TableLink

NANOSECONDS = 1e9

Tasks = list[Callable[[], object]]


def milliseconds_of(work: Callable[[], object], times: int = 1) -> float:
    """Per call, of this process and its database processes."""
    before = _backend_seconds()
    began = time.process_time()
    for _time in range(times):
        work()
    own = time.process_time() - began
    in_database = sum(worked - before.get(process, 0) for process, worked in _backend_seconds().items())
    return (own + in_database) * MILLISECONDS / times


def _backend_seconds() -> dict[int, float]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        processes = [pid for (pid,) in cursor.fetchall()]
    return {process: _seconds_of_thread(process) for process in processes}


def _seconds_of_thread(process: int) -> float:
    """0 on another machine."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / NANOSECONDS
    except OSError:
        return 0.0


@contextmanager
def collected_tasks() -> Iterator[Tasks]:
    """Collect tasks instead of sending them."""
    tasks: Tasks = []
    send = current_app.send_task

    def collect(name: str, args: Any = (), kwargs: Mapping[str, Any] | None = None, **_options: Any) -> None:
        tasks.append(lambda: current_app.tasks[name].run(*args, **(kwargs or {})))

    current_app.send_task = collect
    try:
        yield tasks
    finally:
        current_app.send_task = send


def run_tasks(tasks: Tasks) -> None:
    while tasks:
        tasks.pop(0)()


class InProcessPhone:
    """Its requests stay in this thread."""

    def __init__(self, encounter: Encounter) -> None:
        table = encounter.table
        assert table is not None
        self._client = Client()
        self._form = f"/table/{table.public_id}/hand/"
        token = TableLink.objects.get(table=table, revoked_at=None).token
        self._client.get(f"/m/{token}/")
        self._client.post(f"/table/{table.public_id}/keep/", {"name": "Nermin"})

    def next_hand(self) -> dict[str, str]:
        fields = HiddenFields(self._client.get(self._form).content.decode(), self._form).values
        assert fields is not None
        return fields | PLAIN_FINISH

    def save(self, fields: Mapping[str, str]) -> None:
        answer = self._client.post(f"{self._form}outbox/", fields)
        assert json.loads(answer.content)["state"] == "stored", answer.content
