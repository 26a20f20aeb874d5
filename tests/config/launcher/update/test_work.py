from __future__ import annotations

import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from config.launcher.update import work
from config.launcher.update.errors import UpdateError
from config.launcher.update.state import Step, UpdateState, read_update, stored_state
from config.launcher.update.versions import FOLDER
from config.version import VERSION
from tests.config.launcher.small_programs import build_wheel, program_files
from tests.processes import migrated_file

NEW = "90.0.0"
STATEMENT = "CREATE TABLE IF NOT EXISTS of_the_new_version (number)"


def test_check_finds_the_newer_version_and_its_changes(data: Path, updatable: Path) -> None:
    build_wheel(updatable, NEW, changes=f"## {NEW}\n\n- New.\n")
    steps: list[Step] = []
    found = work.check(data, lambda state: steps.append(state.step))
    assert steps == [Step.CHECKING, Step.AVAILABLE]
    assert (found.version, found.changes) == (NEW, f"## {NEW}\n\n- New.")
    assert stored_state(data) == found


def test_check_finds_nothing_newer(data: Path, updatable: Path) -> None:
    build_wheel(updatable, VERSION)
    assert work.check(data).step is Step.NEWEST


def test_failed_check_stores_the_reason(data: Path, updatable: Path) -> None:
    found = work.check(data)
    assert found.step is Step.FAILED
    assert "internet" in found.problem


def test_nothing_is_prepared_before_it_was_looked_for(data: Path, updatable: Path) -> None:
    assert work.prepare(data).step is Step.FAILED
    assert not (data / "club.sqlite3").exists()


@pytest.fixture
def database(data: Path) -> Path:
    return Path(shutil.copyfile(migrated_file(), data / "club.sqlite3"))


def prepare(data: Path, updatable: Path, *, code: int) -> list[Step]:
    build_wheel(updatable, NEW, files=program_files(NEW, statement=STATEMENT, code=code))
    assert work.check(data).step is Step.AVAILABLE
    steps: list[Step] = []
    work.prepare(data, lambda state: steps.append(state.step))
    return steps


def test_prepared_version_is_ready_and_the_file_as_before(
    data: Path, updatable: Path, database: Path
) -> None:
    before = database.read_bytes()
    steps = prepare(data, updatable, code=0)
    assert steps == [Step.BACKING_UP, Step.INSTALLING, Step.MIGRATING, Step.VERIFYING, Step.READY]
    assert read_update(data).step is Step.READY
    assert database.read_bytes() == before


def test_version_that_fails_on_a_copy_is_not_ready(data: Path, updatable: Path, database: Path) -> None:
    before = database.read_bytes()
    assert prepare(data, updatable, code=1)[-2:] == [Step.MIGRATING, Step.FAILED]
    assert database.read_bytes() == before
    assert not list((data / FOLDER).glob("try.sqlite3*"))


def test_version_that_does_not_run_is_refused(data: Path, updatable: Path) -> None:
    build_wheel(updatable, NEW)  # there is no program in it
    wheel = updatable / f"istaka-{NEW}-py3-none-any.whl"
    with pytest.raises(UpdateError) as refused:
        work.install(data, shutil.copyfile(wheel, data / wheel.name))
    assert refused.value.values == {"version": NEW}


def test_lock_of_the_wheel_decides_and_contains_the_wheel(updatable: Path) -> None:
    wheel = build_wheel(updatable, NEW)
    assert "--hash=sha256:" in work.locked_requirements(wheel)
    assert wheel.as_uri() in work.locked_requirements(wheel)


def test_full_disk_is_refused_before_anything_is_written(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")  # noqa: PYI024  as in shutil
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(10**9, 10**9, 10**6))
    with pytest.raises(UpdateError) as refused:
        work.require_space(data)
    assert refused.value.values == {"missing": "600"}


def test_error_is_worded_for_its_reader() -> None:
    error = UpdateError("Istaka %(version)s", version=NEW)
    assert str(error) == f"Istaka {NEW}"
    assert UpdateState(Step.CHECKING).at_step(Step.FAILED, error).values == {"version": NEW}
