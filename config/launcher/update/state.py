"""What an update has come to, in a file of the data folder: for the control page and for the terminal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from packaging.version import InvalidVersion, Version

from config.launcher.json_files import read_json, write_json
from config.launcher.update import database_files, index, versions
from config.launcher.update.errors import UpdateError
from config.launcher.update.errors import gettext_noop as _
from config.version import VERSION

SECONDS_TO_BEGIN: Final = timedelta(seconds=20)
"""A process that works takes the lock within."""
SECONDS_TO_SWITCH: Final = timedelta(seconds=300)
"""Longer, and no launcher does it: it was killed, and the server goes on without it."""


class Step(StrEnum):
    OFF = "off"
    UNKNOWN = "unknown"
    CHECKING = "checking"
    NEWEST = "newest"
    AVAILABLE = "available"
    PLAYING = "playing"
    BACKING_UP = "backing_up"
    INSTALLING = "installing"
    MIGRATING = "migrating"
    VERIFYING = "verifying"
    READY = "ready"
    SWITCHING = "switching"
    DONE = "done"
    FAILED = "failed"


PREPARING: Final = {Step.BACKING_UP, Step.INSTALLING, Step.MIGRATING, Step.VERIFYING}
WORKING: Final = {Step.CHECKING, *PREPARING}
OFFERED: Final = {Step.AVAILABLE, Step.READY}


@dataclass(frozen=True)
class UpdateState:
    """`version` is the newer one, `changes` Markdown; `problem` a template of English, with its `values`."""

    step: Step
    version: str = ""
    changes: str = ""
    problem: str = ""
    values: dict[str, str] = field(default_factory=dict)
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())

    def __post_init__(self) -> None:
        object.__setattr__(self, "step", Step(self.step))  # Raises ValueError for a file of another program

    @property
    def is_underway(self) -> bool:
        return self.step in WORKING or self.step is Step.SWITCHING

    @property
    def is_preparing(self) -> bool:
        return self.step in PREPARING

    def at_step(self, step: Step, error: UpdateError | None = None) -> UpdateState:
        record: dict[str, Any] = error.record if error else {"problem": "", "values": {}}
        return replace(self, step=step, at=datetime.now(UTC).isoformat(), **record)


def read_update(folder: Path) -> UpdateState:
    """Return what can be done now, PLAYING for an update that has to wait."""
    try:
        index.require_updatable()
    except UpdateError as error:
        return UpdateState(Step.OFF).at_step(Step.OFF, error)
    state = stored_state(folder)
    is_stuck = state.step is Step.SWITCHING and _age(state) > SECONDS_TO_SWITCH
    if is_stuck or (state.step in WORKING and not _is_working(folder, state)):
        return state.at_step(Step.FAILED, interruption())
    if state.step not in OFFERED:
        return state
    if not (_is_newer(state.version) and _is_here(folder, state)):
        return UpdateState(Step.UNKNOWN)
    return state.at_step(Step.PLAYING) if is_played(folder) else state


def interruption() -> UpdateError:
    return UpdateError(_("It was interrupted. Nothing was changed."))


def stored_state(folder: Path) -> UpdateState:
    return read_json(folder / "update.json", UpdateState) or UpdateState(Step.UNKNOWN)


def store_state(folder: Path, state: UpdateState) -> UpdateState:
    write_json(folder / "update.json", state)
    return state


def is_played(folder: Path) -> bool:
    """Raise UpdateError for a file that can't be read."""
    database = database_files.database_of(folder)
    if not database.exists():
        return False
    try:
        with database_files.opened(database) as connection:
            return database_files.is_played(connection, now=datetime.now(UTC))
    except sqlite3.Error as error:
        raise UpdateError("%(file)s: %(reason)s", file=database, reason=error) from error


def require_not_played(folder: Path) -> None:
    """Raise UpdateError."""
    if is_played(folder):
        raise UpdateError(_("A tournament is being played. Update three hours after its last hand."))


@contextmanager
def update_lock(folder: Path, *, seconds: float = 1.0) -> Iterator[None]:
    """Lock checks and preparations for the block; the lock ends with its process. Raises UpdateError."""
    home = folder / versions.FOLDER
    home.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(home / "turn.sqlite3", timeout=seconds, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise UpdateError(_("An update is being prepared already.")) from error
        yield


def _is_working(folder: Path, state: UpdateState) -> bool:
    if _age(state) < SECONDS_TO_BEGIN:
        return True
    try:
        with update_lock(folder, seconds=0):
            return False
    except UpdateError:
        return True


def _age(state: UpdateState) -> timedelta:
    return datetime.now(UTC) - datetime.fromisoformat(state.at)


def _is_here(folder: Path, state: UpdateState) -> bool:
    if state.step is Step.AVAILABLE:
        return index.downloaded(folder) is not None
    return versions.read_python(folder / versions.FOLDER / state.version) == versions.PYTHON


def _is_newer(version: str) -> bool:
    try:
        return Version(version) > Version(VERSION)
    except InvalidVersion:
        return False
