from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.processes import ServerProcess, child_pids, serve_process
from tests.tournaments.spreadsheets import hostile_files
from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, xlsx

pytestmark = pytest.mark.slow

ORGANIZER = """
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from tests.factories import MembershipFactory, open_tournament
tournament = open_tournament()
client = Client()
client.force_login(MembershipFactory.create(club=tournament.club, role="owner").user)
with override("en"):
    path = reverse("tournaments:entrants_from_file", args=[tournament.public_id])
print(client.cookies["istaka_session"].value, path)
"""
BOUNDARY = "a-file"
CSRF = "c" * 32
"""A browser may choose it: cookie and header must agree."""
ANSWERS = (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
"""A correct small table, or a refusal with a message."""
SECONDS = 60


@dataclass
class Organizer:
    port: int
    session: str
    path: str

    def upload(self, content: bytes) -> int:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="list"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)) as client:
            headers = {
                "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
                "Cookie": f"istaka_session={self.session}; csrftoken={CSRF}",
                "X-CSRFToken": CSRF,
                "Origin": f"http://127.0.0.1:{self.port}",
            }
            client.request("POST", self.path, body, headers)
            return client.getresponse().status


@pytest.fixture(scope="module")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serve_process(tmp_path_factory.mktemp("uploads")) as server:
        yield server


@pytest.fixture(scope="module")
def organizer(server_process: ServerProcess) -> Organizer:
    return Organizer(server_process.port, *server_process.tell(ORGANIZER).split())


def front_page(served: ServerProcess) -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=SECONDS)) as client:
        client.request("GET", "/en/")
        return client.getresponse().status


def processes(server: int) -> list[int]:
    started = child_pids(server)
    return started + [process for parent in started for process in child_pids(parent)]


def test_hostile_workbook_is_answered_by_the_process_that_serves(
    server_process: ServerProcess, organizer: Organizer
) -> None:
    serving = processes(server_process.process.pid)
    for _name, content in hostile_files.far_cells():
        assert organizer.upload(content) in ANSWERS
    assert organizer.upload(xlsx(CLUB_LIST)) == HTTPStatus.OK
    assert processes(server_process.process.pid) == serving
    assert "started again" not in Path(server_process.log).read_text()


def test_pages_are_answered_while_more_files_are_read_than_may_be(
    server_process: ServerProcess, organizer: Organizer
) -> None:
    endless = dict(hostile_files.repeated_parts())["a blank part as 1,000 sheets"]
    answers: list[int] = []
    uploads = [
        threading.Thread(target=lambda: answers.append(organizer.upload(endless))) for _file in range(8)
    ]
    for upload in uploads:
        upload.start()
    while any(upload.is_alive() for upload in uploads):
        assert front_page(server_process) == HTTPStatus.OK
    assert answers == [HTTPStatus.UNPROCESSABLE_ENTITY] * len(uploads)
