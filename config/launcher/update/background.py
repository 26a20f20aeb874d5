"""For the server: processes that look for a newer version and prepare it, while pages are served."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from config.launcher.update.state import Step, UpdateState, interruption, store_state, stored_state
from config.launcher.update.versions import OWN
from config.platform.processes.parent_watch import parent_stdin


def start_check(folder: Path) -> None:
    store_state(folder, UpdateState(Step.CHECKING))
    _start("check", folder)


def start_prepare(folder: Path) -> None:
    store_state(folder, stored_state(folder).at_step(Step.BACKING_UP))
    _start("prepare", folder)


def _start(work: str, folder: Path) -> None:
    """The state file has its outcome; it ends with this process."""
    threading.Thread(name=f"update: {work}", target=_run, args=(work, folder), daemon=True).start()


def _run(work: str, folder: Path) -> None:
    command = [sys.executable, "-P", "-m", "config.launcher.update", work, str(folder)]
    environ = {**os.environ, "PYTHONPATH": OWN.python_path}
    with parent_stdin() as stdin:
        code = subprocess.run(command, env=environ, stdin=stdin, check=False).returncode  # noqa: S603  our own
    if code:  # its error is in the server's log
        store_state(folder, stored_state(folder).at_step(Step.FAILED, interruption()))
