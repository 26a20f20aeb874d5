from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from config.launcher import running
from config.launcher.running import Running
from tests.processes import free_port


class Server(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(204 if self.path == "/control/right/ping/" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_one_that_answers_to_its_key_is_found(tmp_path: Path, port: int):
    assert running.find(tmp_path) is None
    running.record(tmp_path, Running(port=port, key="right"))
    assert running.find(tmp_path) == Running(port=port, key="right")
    running.record(tmp_path, Running(port=port, key="wrong"))
    assert running.find(tmp_path) is None


def test_one_that_ended_is_not_found(tmp_path: Path):
    running.record(tmp_path, Running(port=free_port(), key="right"))
    assert running.find(tmp_path) is None
    running.forget(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "[]", '{"port": 1}', '{"port": 1, "key": "a", "more": 1}'])
def test_damaged_file_is_as_none(tmp_path: Path, content: str):
    (tmp_path / "running.json").write_text(content)
    assert running.find(tmp_path) is None


def test_key_is_readable_for_its_owner_only(tmp_path: Path):
    running.record(tmp_path, Running(port=1, key="right"))
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "running.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(("language", "path"), [("tr", "/control/k/"), ("en", "/en/control/k/")])
def test_control_page_is_in_the_language_of_the_computer(language: str, path: str):
    assert Running(port=8080, key="k").control_url(language) == f"http://localhost:8080{path}"
