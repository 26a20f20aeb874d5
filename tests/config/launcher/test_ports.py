from __future__ import annotations

import socket
from pathlib import Path

import pytest

from config.launcher import ports
from config.launcher.errors import LaunchError
from tests.config.launcher.test_window import opened
from tests.processes import free_port

CHOOSES = """
from config.launcher import ports
from config.launcher.errors import LaunchError
try:
    print(ports.choose_port({port}, open_browser=True))
except LaunchError:
    print("refused")
"""


def test_free_port_is_chosen_without_a_question() -> None:
    port = free_port()
    assert ports.choose_port(port, open_browser=True) == port


def test_taken_port_is_refused_where_nobody_can_be_asked() -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LaunchError, match=f"{port}.*\n.*--port"):
            ports.choose_port(port, open_browser=False)


@pytest.mark.parametrize(("answer", "is_moved"), [("yes", True), ("no", False)])
def test_another_port_is_offered_in_the_browser(tmp_path: Path, answer: str, is_moved: bool) -> None:
    with (
        socket.create_server(("0.0.0.0", free_port())) as taken,
        opened(tmp_path, CHOOSES.format(port=taken.getsockname()[1])) as window,
    ):
        port = taken.getsockname()[1]
        assert str(port) in window.request("GET")[1]
        window.request("POST", body=f"answer={answer}")
        printed = window.printed()
    assert (port < int(printed) <= port + ports.TRIED) if is_moved else printed == "refused"
