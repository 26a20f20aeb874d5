from __future__ import annotations

import secrets
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import IO, Final

import segno

from config.launcher import data_folder, next_step, ports, running, start_lock, window
from config.launcher.phone_address import phone_address
from config.launcher.running import Running
from config.launcher.session import Session
from config.launcher.texts import _, language, say

KEY_BYTES: Final = 24


def start(folder: Path, *, port: int | None, open_browser: bool, demo: bool = False) -> int:
    """Serve the folder's club until it is stopped; return the exit code. Open the one that already runs.

    Raises LaunchError.
    """
    with start_lock.held(folder) as let_next_begin:
        if found := running.find(folder):
            say(_("Istaka is already running; you can close this window."))
            show(found, folder, open_browser=open_browser)
            return 0
        remembered = data_folder.remembered(folder)
        free_port = ports.choose_port(port or remembered.port, open_browser=open_browser)
        data_folder.remember(folder, replace(remembered, port=free_port))
        say(_("Starting Istaka …"))
        started = Running(port=free_port, key=secrets.token_urlsafe(KEY_BYTES))
        with open_log(folder) as log:
            session = Session(folder, started, log, demo=demo)
            try:
                next_step.take_restart(folder)  # of a start that was killed
                session.begin()
                running.record(folder, started)
                let_next_begin()
                show(started, folder, open_browser=open_browser)
                say(
                    _(
                        "Leave this window open: closing it, or Ctrl-C, stops Istaka. "
                        "Every saved hand is on disk."
                    )
                )
                return session.run_to_end()
            finally:
                session.end()
                running.forget(folder)


def open_log(folder: Path) -> IO[bytes]:
    """Begin a new log; that of the start before stays beside it."""
    file = folder / data_folder.LOG
    if file.exists():
        file.replace(folder / data_folder.LOG_BEFORE)
    return file.open("wb")


def show(started: Running, folder: Path, *, open_browser: bool) -> None:
    address = phone_address(folder, started.port)
    say(_("Phones open: %(address)s") % {"address": address})
    if sys.stdout is not None and sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True)
    control = started.control_url(language())
    say(_("This computer opens: %(address)s") % {"address": control})
    if open_browser and window.can_open():
        webbrowser.open(control)
