from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager

from tests.forked_scripts import Scripts
from tests.processes import wait_for

SECONDS = 60
PLAY = """
from tests.factories import play_hand, report
from tournaments.models import Encounter
open_ones = Encounter.objects.filter(stage__tournament__public_id="{}", table__isnull=False, winner=None)
play_hand(open_ones.select_related("stage__tournament").order_by("pk")[0], report())
"""


class Stream:
    """An open event stream; each method waits for its event."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer

    def lines(self) -> Iterator[str]:
        while line := self.answer.readline():
            yield line.decode().rstrip("\n")

    def counter(self) -> int:
        event = next(line for line in self.lines() if line.startswith("data: {"))
        (counter,) = json.loads(event.removeprefix("data: "))["counters"].values()
        return int(counter)

    def wait_for_heartbeat(self) -> None:
        next(line for line in self.lines() if line == "event: beat")


@contextmanager
def listen(port: int, tournament: str, *, host: str = "localhost") -> Iterator[Stream]:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        yield Stream(wait_for_stream(client, tournament, host=host))
    finally:
        client.close()


def wait_for_stream(
    client: http.client.HTTPConnection, tournament: str, *, host: str
) -> http.client.HTTPResponse:
    responses: list[http.client.HTTPResponse] = []

    def is_open() -> bool:
        client.request("GET", f"/live/tournament.{tournament}/", headers={"Host": host})
        answer = client.getresponse()
        if answer.status == http.HTTPStatus.SERVICE_UNAVAILABLE:
            answer.read()  # frees the connection for the next request
            return False
        assert answer.status == http.HTTPStatus.OK, answer.status
        responses.append(answer)
        return True

    wait_for(is_open, "no stream is opened")
    return responses[0]


def status(port: int, path: str, *, host: str = "localhost") -> int:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        client.request("GET", path, headers={"Host": host})
        return client.getresponse().status
    finally:
        client.close()


def play_on(tournament: str, *, scripts: Scripts) -> None:
    scripts.run("tests.snippet", PLAY.format(tournament))
