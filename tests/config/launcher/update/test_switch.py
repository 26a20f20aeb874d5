from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from config.launcher.update import switch
from config.launcher.update.errors import UpdateError
from config.launcher.update.state import Step, UpdateState, store_state, stored_state
from config.launcher.update.switch import Request
from config.launcher.update.versions import FOLDER, OWN, Program, read_pointer
from config.version import VERSION
from tests.config.launcher.small_programs import install, make_database, names_in

NEW = "90.0.0"
CHANGE = "INSERT INTO club VALUES ('of the new version')"


@pytest.fixture
def log(tmp_path: Path):
    with (tmp_path / "log").open("wb") as opened:
        yield opened


def test_only_what_is_ready_is_switched_to(data: Path) -> None:
    with pytest.raises(UpdateError):
        switch.request_switch(data)
    assert not switch.is_requested(data)
    store_state(data, UpdateState(Step.READY, NEW))
    switch.request_switch(data)
    assert switch.take_request(data) == Request(NEW)
    assert switch.take_request(data) is None
    assert stored_state(data).step is Step.SWITCHING


def test_finished_switch_points_to_the_new_version_and_the_copy(data: Path, log: BytesIO) -> None:
    install(data, NEW, statement=CHANGE)
    install(data, "89.0.0")
    file = make_database(data, "Moda")
    assert switch.change(data, OWN, Request(NEW), log).version == NEW
    assert read_pointer(data) is None
    switch.finish(data)
    pointer = read_pointer(data)
    assert pointer is not None
    assert (pointer.version, pointer.previous) == (NEW, VERSION)
    assert names_in(file) == ["Moda", "of the new version"]
    assert names_in(data / pointer.database) == ["Moda"]
    assert sorted(home.name for home in (data / FOLDER).iterdir() if home.is_dir()) == [NEW]
    assert stored_state(data).step is Step.DONE


def test_failed_migration_is_undone(data: Path, log: BytesIO) -> None:
    install(data, NEW, statement=CHANGE, code=1)
    file = make_database(data, "Moda")
    with pytest.raises(UpdateError):
        switch.change(data, OWN, Request(NEW), log)
    switch.undo(data)
    assert names_in(file) == ["Moda"]
    assert read_pointer(data) is None
    assert switch.recover(data) == OWN


def test_interrupted_switch_is_undone_at_the_next_start(data: Path, log: BytesIO) -> None:
    install(data, NEW, statement=CHANGE)
    file = make_database(data, "Moda")
    switch.change(data, OWN, Request(NEW), log)
    assert names_in(file) == ["Moda", "of the new version"]
    assert switch.recover(data) == OWN
    assert names_in(file) == ["Moda"]
    assert stored_state(data).step is Step.FAILED


def test_interrupted_switch_is_finished_if_hands_were_stored_since(data: Path, log: BytesIO) -> None:
    hands = "CREATE TABLE scoring_entry AS SELECT 1 AS hand_id, '9999-01-01 00:00:00' AS received_at"
    install(data, NEW, statement=hands)
    make_database(data, "Moda")
    switch.change(data, OWN, Request(NEW), log)
    assert switch.recover(data).version == NEW
    pointer = read_pointer(data)
    assert pointer is not None
    assert pointer.version == NEW


def test_first_file_of_a_failed_version_goes(data: Path, log: BytesIO) -> None:
    install(data, NEW, statement="CREATE TABLE club (name TEXT)", code=1)
    with pytest.raises(UpdateError):
        switch.change(data, OWN, Request(NEW), log)
    switch.undo(data)
    assert not (data / "club.sqlite3").exists()


def test_way_back_restores_the_copy_and_keeps_the_newer_file(data: Path, log: BytesIO) -> None:
    old, new = (Program(version, install(data, version) / "istaka") for version in ("89.0.0", NEW))
    file = make_database(data, "Moda")
    switch.change(data, old, Request(NEW), log)
    switch.finish(data)
    pointer = read_pointer(data)
    assert pointer is not None
    file.unlink()
    make_database(data, "later")
    switch.change(data, new, Request(old.version, pointer.database), log)
    switch.finish(data)
    assert names_in(file) == ["Moda"]
    assert names_in(data / f"club.after-{NEW}.sqlite3") == ["later"]
    back = read_pointer(data)
    assert back is not None
    assert (back.version, back.previous, back.database) == (old.version, "", "")
