from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config.platform.processes import supervisor
from config.platform.processes.supervisor import FIRST_PAUSE, LONGEST_PAUSE, Supervisor
from tests.processes import SECONDS_TO_END, environment, running, wait_for

SAYS_AND_WAITS = "import os, sys, time; print(os.getpid(), flush=True); time.sleep(600)"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_killed_command_restarts_until_supervisor_ends(tmp_path, number):
    output_file = tmp_path / "output"
    command = supervised(sys.executable, "-c", SAYS_AND_WAITS)
    with output_file.open("wb") as output, running(command, environ=environment(), output=output) as process:
        for lives in (1, 2, 3):
            pid = newest_pid(output_file, lives)
            if lives < 3:
                kill(pid)
        process.send_signal(number)
        assert process.wait(SECONDS_TO_END) == 0
    with pytest.raises(ProcessLookupError):
        kill(pid)


def supervised(*command: str) -> list[str]:
    return [sys.executable, "-P", supervisor.__file__, *command]


def newest_pid(output_file: Path, lives: int) -> int:
    def pids() -> list[str]:
        return [line for line in output_file.read_text().splitlines() if line.isdecimal()]

    wait_for(lambda: len(pids()) == lives, "the command is not run again")
    return int(pids()[-1])


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


class ShortLivedProcess:
    """A process that ends at once; with the last one the supervisor is asked to end."""

    def __init__(self, lives: int, supervising: Supervisor) -> None:
        self.lives, self.supervising = lives, supervising

    def wait(self) -> int:
        self.lives -= 1
        if not self.lives:
            self.supervising.asked_to_end = True
        return 1


def test_failing_command_restarts_forever_with_bounded_pauses(monkeypatch):
    supervising = Supervisor(["server"])
    pauses: list[float] = []
    process = ShortLivedProcess(6, supervising)
    monkeypatch.setattr(subprocess, "Popen", lambda _command, **_options: process)
    monkeypatch.setattr(supervising, "wait_unless_ending", pauses.append)
    supervising.run()
    assert pauses == [0, FIRST_PAUSE, 2 * FIRST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]


def test_command_restarts_though_standard_error_is_closed(tmp_path):
    """As with a log on a full disk."""
    lives = tmp_path / "lives"
    command = ["sh", "-c", f"echo >> {lives}"]
    with (
        Path("/dev/full").open("wb") as full,
        running(supervised(*command), environ=environment(), output=full),
    ):
        wait_for(lambda: lives.exists() and len(lives.read_text()) > 1, "it is not run again")


def test_long_lived_command_restarts_at_once(monkeypatch):
    supervising = Supervisor(["server"])
    pauses: list[float] = []
    process = ShortLivedProcess(4, supervising)
    monkeypatch.setattr(supervisor, "LONG_ENOUGH", -1)
    monkeypatch.setattr(subprocess, "Popen", lambda _command, **_options: process)
    monkeypatch.setattr(supervising, "wait_unless_ending", pauses.append)
    supervising.run()
    assert pauses == [0, 0, 0]


def test_without_sighup_other_signals_are_handled(monkeypatch):
    handled: list[int] = []
    monkeypatch.delattr(signal, "SIGHUP")
    monkeypatch.setattr(signal, "signal", lambda number, _end: handled.append(number))
    monkeypatch.setattr(Supervisor, "run", lambda _self: None)
    supervisor.supervise(["server"])
    assert handled == [signal.SIGTERM, signal.SIGINT]
