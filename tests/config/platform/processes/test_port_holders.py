from __future__ import annotations

import os
import socket
import sys

import pytest

from config.platform.processes.port_holders import SERVER, SUPERVISOR, PortHolder, find_port_holder
from config.platform.processes.ports import port_taken_reason
from tests.processes import environment, free_port, running, wait_for
from tests.services import accepts

LISTENS = """
import socket, sys, time
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
time.sleep(600)
"""
STARTS = "import subprocess, sys; subprocess.run(sys.argv[1:])"


def test_holder_has_process_and_command() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        holder = find_port_holder(taken.getsockname()[1])
    assert holder is not None
    assert (holder.process, holder.is_ours) == (os.getpid(), False)
    assert "py" in holder.command
    assert str(os.getpid()) in port_taken_reason(holder)


def test_free_port_has_no_holder() -> None:
    assert find_port_holder(free_port()) is None


def test_server_without_its_supervisor_is_an_orphan() -> None:
    port = free_port()
    with running([sys.executable, "-c", LISTENS, str(port), SERVER], environ=environment()) as process:
        wait_for(lambda: accepts(port), "nothing listens")
        holder = find_port_holder(port)
    assert holder is not None
    assert (holder.process, holder.is_orphan, holder.kill_command) == (
        process.pid,
        True,
        f"kill -9 {process.pid}",
    )


def test_holder_of_running_server_is_its_supervisor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")  # a terminal so narrow that commands would be cut
    port = free_port()
    server = [sys.executable, "-c", LISTENS, str(port), SERVER]
    with running([sys.executable, "-c", STARTS, *server, SUPERVISOR], environ=environment()) as process:
        wait_for(lambda: accepts(port), "nothing listens")
        holder = find_port_holder(port)
    assert holder is not None
    assert (holder.process, holder.is_ours, holder.is_orphan) == (process.pid, True, False)


def test_unknown_holder_gets_advice_too() -> None:
    assert "--port" in port_taken_reason(None)
    assert "--port" in port_taken_reason(PortHolder(7))
