from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.platform.processes.parent_watch import end_with_parent, parent_stdin
from tests.processes import ROOT, environment, is_gone, running, wait_for

LATE = """
import sys, time
from pathlib import Path
Path(sys.argv[1]).write_text(str(__import__("os").getpid()))
while not Path(sys.argv[2]).exists():
    time.sleep(0.01)
from config.platform.processes.parent_watch import end_with_parent
end_with_parent()
time.sleep(600)
"""
PARENT = "import subprocess, sys; subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE).wait()"
FORKS = """
import sys
from tests.config.platform.processes.test_parent_watch import start
start(*sys.argv[1:])
"""


def wait_and_end(pid_file: str, go_on: str) -> None:
    Path(pid_file).write_text(str(os.getpid()))
    while not Path(go_on).exists():
        time.sleep(0.01)
    end_with_parent()
    time.sleep(600)


def start(method: str, pid_file: str, go_on: str) -> None:
    multiprocessing.get_context(method).Process(target=wait_and_end, args=(pid_file, go_on)).start()  # type: ignore[attr-defined]


@pytest.mark.parametrize("how", ["stdin", "fork", "spawn"])
def test_child_ends_if_parent_was_killed_earlier(tmp_path: Path, how: str) -> None:
    pid_file, signal_file = tmp_path / "pid", tmp_path / "go on"
    files = [str(pid_file), str(signal_file)]
    child = [PARENT, sys.executable, "-c", LATE] if how == "stdin" else [FORKS, how]
    with running([sys.executable, "-c", *child, *files], environ=environment(PYTHONPATH=str(ROOT))) as parent:
        wait_for(lambda: pid_file.exists() and bool(pid_file.read_text()), "no child was started")
        parent.kill()
        parent.wait()
        signal_file.touch()
        wait_for(lambda: is_gone(int(pid_file.read_text())), "it outlives its parent")


def test_child_of_running_parent_continues() -> None:
    code = (
        "from config.platform.processes.parent_watch import end_with_parent; end_with_parent(); print('here')"
    )
    with parent_stdin() as stdin:
        completed = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, stdin=stdin, capture_output=True, text=True, check=True
        )
    assert completed.stdout == "here\n"
