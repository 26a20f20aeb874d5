"""Change version and file while no server runs. A journal says what to undo, even after a power failure."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from config.launcher import children
from config.launcher.json_files import read_json, write_json
from config.launcher.texts import say
from config.launcher.update import database_files, versions
from config.launcher.update.errors import UpdateError
from config.launcher.update.errors import gettext_noop as _
from config.launcher.update.state import Step, UpdateState, store_state, stored_state
from config.launcher.update.versions import OWN, Pointer, Program


@dataclass(frozen=True)
class Request:
    """`database` names a copy that replaces the file, to go back."""

    version: str
    database: str = ""


@dataclass(frozen=True)
class Journal:
    """Exists from before the file changes until the pointer changes; `copy` is of the file before."""

    old: str
    new: str
    copy: str
    at: str


def request_switch(folder: Path, request: Request | None = None) -> None:
    """Let the launcher switch to what is prepared: it ends the server, or does so at its next start.

    Raises UpdateError if nothing is ready.
    """
    state = stored_state(folder)
    if request is None:
        if state.step is not Step.READY:
            raise UpdateError(_("Prepare the newer version first."))
        request = Request(state.version)
    store_state(folder, UpdateState(Step.SWITCHING, request.version))
    write_json(_request_file(folder), request)


def is_requested(folder: Path) -> bool:
    return _request_file(folder).exists()


def take_request(folder: Path) -> Request | None:
    """Return it once: one that fails is not repeated."""
    request = read_json(_request_file(folder), Request)
    _request_file(folder).unlink(missing_ok=True)
    return request


def change(folder: Path, current: Program, request: Request, log: IO[bytes]) -> Program:
    """Return the new version, with the file migrated by it. After UpdateError or OSError, call `undo`."""
    program = versions.find_program(folder, request.version)
    database = database_files.database_of(folder)
    label = f"after-{current.version}" if request.database else f"before-{program.version}"
    copy = database_files.copy_beside(database, label).name if database.exists() else ""
    at = datetime.now(UTC).isoformat()
    write_json(_journal_file(folder), Journal(current.version, program.version, copy, at))
    if request.database:
        database_files.replace_database(database, folder / request.database)
    arguments = [sys.executable, program.manage, "migrate", "--verbosity", "0"]
    copied = {database_files.COPIED: "1"}
    environ = children.environment(folder, PYTHONPATH=program.python_path, **copied)
    migration = subprocess.run(  # noqa: S603  our own program
        arguments, env=environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False
    )
    if migration.returncode:
        raise UpdateError(_("The newer version can't take over this club's data."))
    return program


def finish(folder: Path) -> None:
    """The new version answers: from now on each start runs it."""
    journal = read_json(_journal_file(folder), Journal)
    if journal is None:
        return
    is_back = journal.copy.startswith(f"{database_files.database_of(folder).stem}.after-")
    pointer = Pointer(
        journal.new, "" if is_back else journal.old, "" if is_back else journal.copy, journal.at
    )
    versions.write_pointer(folder, pointer)
    _journal_file(folder).unlink()
    store_state(folder, UpdateState(Step.DONE, journal.new))
    versions.delete_others(folder, keep={journal.old, journal.new})


def undo(folder: Path) -> None:
    """Put the file of before back, if it was touched."""
    journal = read_json(_journal_file(folder), Journal)
    if journal is not None:
        database = database_files.database_of(folder)
        if journal.copy:
            _keep_hands(database, journal)
            database_files.replace_database(database, folder / journal.copy)
        else:
            database.unlink(missing_ok=True)
        _journal_file(folder).unlink()


def store_failure(folder: Path, error: UpdateError) -> None:
    store_state(folder, stored_state(folder).at_step(Step.FAILED, error))


def recover(folder: Path) -> Program:
    """Return the version to start after a switch that was interrupted: the old one with its file.

    The new one if hands were stored with it already.
    """
    journal = read_json(_journal_file(folder), Journal)
    if journal is None:
        return OWN
    database = database_files.database_of(folder)
    pointer = versions.read_pointer(folder)
    is_complete = pointer is not None and pointer.at == journal.at
    at = datetime.fromisoformat(journal.at)
    if is_complete or (database.exists() and database_files.hands_since(database, at)):
        finish(folder)
        return versions.find_program(folder, journal.new)
    undo(folder)
    error = UpdateError(_("The update was interrupted. The earlier version runs again, with all data."))
    store_failure(folder, error)
    say(str(error))
    return versions.find_program(folder, journal.old)


def _keep_hands(database: Path, journal: Journal) -> None:
    """A server that stored hands but never answered us leaves them in a copy."""
    with suppress(sqlite3.Error):
        if database_files.hands_since(database, datetime.fromisoformat(journal.at)):
            database_files.copy_beside(database, f"after-{journal.new}")


def _request_file(folder: Path) -> Path:
    return folder / "next.json"


def _journal_file(folder: Path) -> Path:
    return folder / versions.FOLDER / "switching.json"
