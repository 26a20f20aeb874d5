"""`istaka update` and `istaka update --back`."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from config.launcher import dialogs, running
from config.launcher.errors import LaunchError
from config.launcher.texts import _, say
from config.launcher.update import database_files, index, switch, versions, work
from config.launcher.update.errors import UpdateError, fill, gettext_noop
from config.launcher.update.state import (
    SECONDS_TO_SWITCH,
    Step,
    UpdateState,
    require_not_played,
    stored_state,
)
from config.launcher.update.switch import Request
from config.version import VERSION

STEPS: Final = {
    Step.CHECKING: gettext_noop("Looking for a newer version …"),
    Step.BACKING_UP: gettext_noop("Backing everything up …"),
    Step.INSTALLING: gettext_noop("Installing it beside this one …"),
    Step.MIGRATING: gettext_noop("Trying it with a copy of the data …"),
    Step.VERIFYING: gettext_noop("Comparing all results with what was recorded …"),
}

Start = Callable[[], int]


def update(folder: Path, *, yes: bool, start: Start) -> int:
    """Install the newest version and switch to it; return the exit code. Raises LaunchError."""
    index.require_updatable()
    require_not_played(folder)
    found = work.check(folder, _report)
    if found.step is Step.NEWEST:
        say(_("Istaka %(version)s is the newest version.") % {"version": VERSION})
        return 0
    _require(found, Step.AVAILABLE)
    say(_("Istaka %(version)s is available:") % {"version": found.version})
    say(found.changes)
    _ask(_("Install it? The club stays open meanwhile."), yes=yes)
    _require(work.prepare(folder, _report), Step.READY)
    _ask(_("It is ready. Switch now? Pages stop for some seconds."), yes=yes)
    require_not_played(folder)
    switch.request_switch(folder)
    return _switch(folder, start)


def go_back(folder: Path, *, yes: bool, start: Start) -> int:
    """Return to version and file of before the last update; return the exit code. Raises LaunchError."""
    pointer = versions.read_pointer(folder)
    copy = folder / pointer.database if pointer else folder
    if pointer is None or pointer.version != VERSION or not pointer.previous or not copy.is_file():
        raise UpdateError(gettext_noop("There is no update to take back."))
    versions.find_program(folder, pointer.previous)
    at = datetime.fromisoformat(pointer.at)
    lost = database_files.hands_since(database_files.database_of(folder), at)
    values = {"version": pointer.previous, "at": f"{at.astimezone():%Y-%m-%d %H:%M}", "hands": lost}
    say(_("Istaka %(version)s comes back with the data of %(at)s, before the update.") % values)
    say(
        _("Hands recorded since then, which it will not have: %(hands)s. The newer file stays beside it.")
        % values
    )
    _ask(_("Go back?"), yes=yes)
    switch.request_switch(folder, Request(pointer.previous, pointer.database))
    return _switch(folder, start)


def _switch(folder: Path, start: Start) -> int:
    """The running launcher does it, else the one that is started now."""
    if running.find(folder) is None:
        return start()
    deadline = time.monotonic() + SECONDS_TO_SWITCH.total_seconds()
    while (state := stored_state(folder)).step is Step.SWITCHING:
        if time.monotonic() > deadline:
            raise LaunchError(_("The running Istaka does not switch. Stop it and start it again."))
        time.sleep(0.2)
    _require(state, Step.DONE)
    say(_("Done. Reload the pages that are open."))
    return 0


def _report(state: UpdateState) -> None:
    if template := STEPS.get(state.step):
        say(_(template))


def _require(state: UpdateState, step: Step) -> None:
    if state.step is not step:
        raise LaunchError(fill(_(state.problem), state.values))


def _ask(question: str, *, yes: bool) -> None:
    """Raise LaunchError for a no, and without a terminal."""
    answer = yes or dialogs.ask(question, open_browser=False)
    if answer is None:
        raise LaunchError(_("No terminal to ask on: use --yes."))
    if not answer:
        raise LaunchError(_("Nothing was changed."))
