"""Look for a newer version and prepare it, beside the server that runs."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote

from config.launcher import children
from config.launcher.update import changes, database_files, index, versions
from config.launcher.update.errors import UpdateError
from config.launcher.update.errors import gettext_noop as _
from config.launcher.update.state import (
    Step,
    UpdateState,
    require_not_played,
    store_state,
    stored_state,
    update_lock,
)
from config.launcher.update.versions import OWN, Program

INSTALLED_BYTES: Final = 600_000_000
"""A version with its libraries, and what pip downloads."""
MEGABYTE: Final = 1_000_000

Report = Callable[[UpdateState], object]


def check(folder: Path, report: Report = lambda _state: None) -> UpdateState:
    """Return and store AVAILABLE, NEWEST or FAILED. Raises UpdateError if another process does it."""
    with update_lock(folder), _failures(folder, report):
        _store(folder, UpdateState(Step.CHECKING), report)
        index.require_updatable()
        wheel = index.download_newest(folder)
        if wheel is None:
            return _store(folder, UpdateState(Step.NEWEST), report)
        found = UpdateState(Step.AVAILABLE, index.wheel_version(wheel), changes.newer_changes(wheel))
        return _store(folder, found, report)
    return stored_state(folder)


def prepare(folder: Path, report: Report = lambda _state: None) -> UpdateState:
    """Return and store READY or FAILED; the database is only read. Raises UpdateError as `check` does."""
    with update_lock(folder), _failures(folder, report):
        index.require_updatable()
        require_not_played(folder)
        wheel = index.downloaded(folder)
        if wheel is None:
            raise UpdateError(_("Look for a newer version first."))
        require_space(folder)
        state = replace(stored_state(folder), version=index.wheel_version(wheel))
        _store(folder, state.at_step(Step.BACKING_UP), report)
        back_up(folder)
        _store(folder, state.at_step(Step.INSTALLING), report)
        program = install(folder, wheel)
        with database_copy(folder) as url:
            _store(folder, state.at_step(Step.MIGRATING), report)
            run_new(folder, program, url, "migrate", "--verbosity=0")
            _store(folder, state.at_step(Step.VERIFYING), report)
            run_new(folder, program, url, "verify_ledger")
        return _store(folder, state.at_step(Step.READY), report)
    return stored_state(folder)


def require_space(folder: Path) -> None:
    """Raise UpdateError unless libraries and two copies of the file fit."""
    database = database_files.database_of(folder)
    size = database.stat().st_size if database.exists() else 0
    missing = INSTALLED_BYTES + 3 * size - shutil.disk_usage(folder).free
    if missing > 0:
        megabytes = missing // MEGABYTE + 1
        raise UpdateError(_("Free at least %(missing)s MB on the disk, then try again."), missing=megabytes)


def back_up(folder: Path) -> None:
    """Raise UpdateError if it fails or finds differences."""
    _run_manage(folder, OWN, _("No backup was made: %(reason)s"), "backup")


def install(folder: Path, wheel: Path) -> Program:
    """Install it with its libraries, as locked, into a folder of its own. Raises UpdateError."""
    version = index.wheel_version(wheel)
    home = folder / versions.FOLDER / version
    unfinished = home.with_name(f"{version}.incomplete")
    shutil.rmtree(unfinished, ignore_errors=True)
    requirements = wheel.with_suffix(".txt")
    requirements.write_text(locked_requirements(wheel), encoding="utf-8")
    hashed = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--requirement", str(requirements)]
    target = ["--target", str(unfinished)]
    completed = index.run_pip("install", *index.index_options(), *target, *hashed, scratch=wheel.parent)
    if completed.returncode:
        raise UpdateError("%(reason)s", reason=index.last_error(completed.stderr))
    versions.mark_complete(unfinished)
    shutil.rmtree(home, ignore_errors=True)
    unfinished.replace(home)
    program = versions.find_program(folder, version)
    if not program.works():
        raise UpdateError(_("Istaka %(version)s does not run on this computer."), version=version)
    return program


def locked_requirements(wheel: Path) -> str:
    """Return the wheel's own lock, with the wheel itself."""
    with zipfile.ZipFile(wheel) as archive:
        lock = archive.read("istaka/requirements.txt").decode("utf-8")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return f"{lock}\nistaka @ {wheel.absolute().as_uri()} --hash=sha256:{digest}\n"


@contextmanager
def database_copy(folder: Path) -> Iterator[str]:
    """Yield the URL of a copy, an empty one if there is no club yet."""
    copy = folder / versions.FOLDER / "try.sqlite3"
    database = database_files.database_of(folder)
    try:
        if database.exists():
            database_files.copy_database(database, copy)
        yield f"sqlite:///{quote(str(copy))}"
    finally:
        for file in copy.parent.glob(f"{copy.name}*"):
            file.unlink(missing_ok=True)


def run_new(folder: Path, program: Program, url: str, *arguments: str) -> None:
    """Raise UpdateError."""
    template = _("The newer version can't take over this club's data: %(reason)s")
    environ = {"DATABASE_URL": url, database_files.COPIED: "1"}
    _run_manage(folder, program, template, *arguments, **environ)


def _run_manage(folder: Path, program: Program, template: str, *arguments: str, **environ: str) -> None:
    completed = subprocess.run(  # noqa: S603  our own programs, no shell
        [sys.executable, program.manage, *arguments],
        env=children.environment(folder, PYTHONPATH=program.python_path, **environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if completed.returncode:
        output = completed.stderr.strip() or completed.stdout.strip() or str(completed.returncode)
        raise UpdateError(template, reason=output.splitlines()[-1])


def _store(folder: Path, state: UpdateState, report: Report) -> UpdateState:
    report(state)
    return store_state(folder, state)


@contextmanager
def _failures(folder: Path, report: Report) -> Iterator[None]:
    """Store an error instead of raising it."""
    try:
        yield
    except UpdateError as error:
        _store(folder, stored_state(folder).at_step(Step.FAILED, error), report)
    except OSError as error:
        problem = UpdateError("%(reason)s", reason=f"{error.filename or ''}: {error.strerror}")
        _store(folder, stored_state(folder).at_step(Step.FAILED, problem), report)
