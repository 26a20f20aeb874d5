from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.launcher.update import index, state
from config.launcher.update.errors import UpdateError
from config.launcher.update.state import Step, UpdateState, read_update, store_state, update_lock
from config.launcher.update.versions import FOLDER
from config.version import VERSION
from tests.config.launcher.small_programs import build_wheel, install

NEW = "90.0.0"
LONG_AGO = (datetime.now(UTC) - timedelta(hours=1)).isoformat()


def test_without_a_file_nothing_is_known(data: Path, updatable: Path) -> None:
    assert read_update(data).step is Step.UNKNOWN


@pytest.mark.parametrize("text", ["", "[]", '{"step": "flying"}', '{"step": "ready", "other": 1}'])
def test_file_of_another_program_is_ignored(data: Path, updatable: Path, text: str) -> None:
    (data / "update.json").write_text(text)
    assert read_update(data).step is Step.UNKNOWN


def test_where_updates_are_impossible_the_reason_is_given(
    data: Path, updatable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(index.INDEX, index.OFF)
    found = read_update(data)
    assert found.step is Step.OFF
    assert "ISTAKA_INDEX" in found.problem


@pytest.mark.parametrize("step", sorted(state.WORKING))
def test_work_without_a_process_was_interrupted(data: Path, updatable: Path, step: Step) -> None:
    store_state(data, UpdateState(step, NEW, at=LONG_AGO))
    assert read_update(data).step is Step.FAILED
    with update_lock(data):
        assert read_update(data).step is step


def test_switch_that_nobody_does_was_interrupted(data: Path, updatable: Path) -> None:
    store_state(data, UpdateState(Step.SWITCHING, NEW))
    assert read_update(data).is_underway
    store_state(data, UpdateState(Step.SWITCHING, NEW, at=LONG_AGO))
    assert read_update(data).step is Step.FAILED


def test_work_that_was_just_asked_for_may_begin(data: Path, updatable: Path) -> None:
    store_state(data, UpdateState(Step.CHECKING))
    assert read_update(data).is_underway


def test_only_one_process_works(data: Path) -> None:
    with update_lock(data), pytest.raises(UpdateError), update_lock(data):
        pass


def test_offer_lasts_while_its_files_are_here(data: Path, updatable: Path) -> None:
    store_state(data, UpdateState(Step.AVAILABLE, NEW))
    assert read_update(data).step is Step.UNKNOWN
    downloads = data / FOLDER / "downloaded"
    downloads.mkdir(parents=True)
    build_wheel(downloads, NEW)
    assert read_update(data).step is Step.AVAILABLE
    store_state(data, UpdateState(Step.READY, NEW))
    assert read_update(data).step is Step.UNKNOWN
    install(data, NEW)
    assert read_update(data).step is Step.READY


@pytest.mark.parametrize("version", [VERSION, "0.0.1", "", "nonsense"])
def test_offer_that_is_not_newer_is_forgotten(data: Path, updatable: Path, version: str) -> None:
    store_state(data, UpdateState(Step.READY, version))
    assert read_update(data).step is Step.UNKNOWN


def test_damaged_database_refuses_an_update(data: Path) -> None:
    (data / "club.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(UpdateError):
        state.is_played(data)
