"""Public pages late in the evening; the baseline is a view that does nothing behind the same middleware.

Fresh: after a hand. Again: nothing changed. Unchanged: a conditional request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.test.utils import override_settings
from django.urls import path

import config.urls
from benchmarks.figures import Line, alternate_rounds, result_lines
from benchmarks.in_process import Tasks, collected_tasks, milliseconds_of, run_tasks
from benchmarks.sample_tournaments import LateEvening
from benchmarks.sites import Site
from config.web import application
from scoring.live.streams.asgi import ReceiveOnce

SIZE = 2048
SIZES = (64, 256, 2048)
PAGES = {"now": "", "groups": "groups/", "tables": "tables/"}
READERS = 20
UNITS = {"fresh": "ms", "again": "ms", "unchanged": "ms", "compressed": "kB"}
BOUNDS = {"fresh": "≤ 60 ms", "again": "share ≥ 0.3", "unchanged": "share ≥ 0.3"}
KILO = 1000

runner = asyncio.Runner()


def empty_view(request: HttpRequest) -> HttpResponse:
    return HttpResponse("<p>Nothing.</p>")


urlpatterns = [path("nothing/", empty_view), *config.urls.urlpatterns]


def measure(_site: Site, size: int) -> Iterator[Line]:
    with collected_tasks() as tasks, override_settings(ROOT_URLCONF=__name__):
        for pairs in SIZES:
            if pairs <= size:
                yield from measure_evening(LateEvening(pairs), tasks)


def measure_evening(evening: LateEvening, tasks: Tasks) -> Iterator[Line]:
    def baseline() -> Mapping[str, float]:
        cost = milliseconds_of(partial(get_page, "/nothing/"), READERS)
        evening.play()
        run_tasks(tasks)
        return dict.fromkeys(("fresh", "again", "unchanged"), cost)

    addresses = [f"/t/{evening.tournament.public_id}/{page}" for page in PAGES.values()]
    empty, *ours = alternate_rounds(baseline, *(partial(measure_page, address) for address in addresses))
    for name, figures in zip(PAGES, ours, strict=True):
        yield from result_lines(f"{name}, {evening.name}", UNITS, figures, empty, BOUNDS)


def measure_page(address: str) -> Mapping[str, float]:
    answers: list[Answer] = []
    fresh = milliseconds_of(lambda: answers.append(get_page(address)))
    again = milliseconds_of(partial(get_page, address), READERS)
    same = {"if-none-match": answers[0].headers.get("ETag", "")}
    assert get_page(address, **same).status == HTTPStatus.NOT_MODIFIED, address
    unchanged = milliseconds_of(partial(get_page, address, **same), READERS)
    return dict(zip(UNITS, (fresh, again, unchanged, len(answers[0].content) / KILO), strict=True))


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


def get_page(address: str, **headers: str) -> Answer:
    request_headers = {"host": "127.0.0.1", "accept-encoding": "gzip", **headers}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": address,
        "raw_path": address.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in request_headers.items()],
        "client": ("127.0.0.1", 1),
    }
    answer = Answer()
    runner.run(application(scope, ReceiveOnce(), answer.receive_message))
    assert answer.status in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED), (address, answer.status)
    return answer
