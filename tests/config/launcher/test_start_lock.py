from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from config.launcher import start_lock
from config.launcher.errors import LaunchError
from tests.processes import ROOT, environment

HOLDS = """
import sys
from pathlib import Path
from config.launcher import start_lock
with start_lock.held(Path(sys.argv[1])) as let_next_begin:
    print("held", flush=True)
    sys.stdin.readline()
    let_next_begin()
    print("released", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def other(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)],
        env=environment(PYTHONPATH=str(ROOT)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_second_start_waits_and_gives_up_with_a_message(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    with pytest.raises(LaunchError), start_lock.held(tmp_path, seconds=0.3):
        pytest.fail("two starts at a time")


def test_second_start_begins_once_the_first_runs(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    assert other.stdin is not None
    assert other.stdout is not None
    other.stdin.write("\n")
    other.stdin.flush()
    assert other.stdout.readline() == "released\n"
    with start_lock.held(tmp_path, seconds=0):
        assert other.poll() is None


def test_killed_start_blocks_nobody(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    other.kill()
    other.wait()
    with start_lock.held(tmp_path, seconds=0):
        pass


def test_failed_start_blocks_nobody(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match="failed"), start_lock.held(tmp_path):
        raise LaunchError("failed")
    with start_lock.held(tmp_path, seconds=0):
        pass
