from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.launcher import wake_locks
from config.launcher.wake_locks import CannotKeepAwakeError, ProgramLock
from tests.processes import ROOT, environment, is_gone, wait_for

GRANTS = """#!/bin/sh
echo $$ "$@" > "{folder}/called"
for last; do :; done
exec "$last"
"""
REFUSES = """#!/bin/sh
echo "Failed to inhibit: Access denied" >&2
exit 1
"""
CAFFEINATE = """#!/bin/sh
echo $$ "$@" > "{folder}/called"
exec sleep 600
"""
HOLDS = """
import sys
from config.launcher import wake_locks
lock = wake_locks.acquire("linux")
print("held", flush=True)
sys.stdin.read()
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def put(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(script.format(folder=folder))
    (folder / name).chmod(0o755)


def called_with(folder: Path) -> list[str]:
    file = folder / "called"
    wait_for(lambda: file.exists() and bool(file.read_text()), "it was not called")
    return file.read_text().split()


def test_linux_holds_an_inhibitor_until_released(programs: Path) -> None:
    put(programs, "systemd-inhibit", GRANTS)
    lock = wake_locks.acquire("linux")
    assert lock.is_held()
    pid, *options = called_with(programs)
    assert {"--what=idle:sleep", "--mode=block"} <= set(options)
    lock.release()
    assert not lock.is_held()
    assert is_gone(int(pid))


def test_linux_inhibitor_ends_with_a_killed_process(programs: Path) -> None:
    put(programs, "systemd-inhibit", GRANTS)
    environ = environment(PYTHONPATH=str(ROOT))
    command = [sys.executable, "-c", HOLDS]
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        process.kill()
    pid = int(called_with(programs)[0])
    wait_for(lambda: is_gone(pid), "the inhibitor outlives the process")


def test_refused_inhibitor_is_an_error_with_the_systems_words(programs: Path) -> None:
    put(programs, "systemd-inhibit", REFUSES)
    with pytest.raises(CannotKeepAwakeError, match="Access denied"):
        wake_locks.acquire("linux")


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotKeepAwakeError, match=r"systemd-inhibit|caffeinate"):
        wake_locks.acquire(system)


def test_macos_caffeinate_watches_this_process(programs: Path) -> None:
    put(programs, "caffeinate", CAFFEINATE)
    lock = wake_locks.acquire("darwin")
    assert isinstance(lock, ProgramLock)
    pid, *options = called_with(programs)
    assert options == ["-dim", "-w", str(os.getpid())]
    lock.release()
    assert is_gone(int(pid))
