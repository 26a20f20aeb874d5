from __future__ import annotations

from pathlib import Path

import pytest

from config.launcher.errors import LaunchError
from config.launcher.update import switch, terminal
from config.launcher.update.versions import Pointer, write_pointer
from config.version import VERSION
from tests.config.launcher.small_programs import build_wheel, install, make_database


def start() -> int:
    pytest.fail("nothing is started")


def test_newest_version_has_nothing_to_do(data: Path, updatable: Path) -> None:
    build_wheel(updatable, VERSION)
    assert terminal.update(data, yes=True, start=start) == 0
    assert not switch.is_requested(data)


def test_update_without_an_answer_changes_nothing(
    data: Path, updatable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_wheel(updatable, "90.0.0")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(LaunchError, match="--yes"):
        terminal.update(data, yes=False, start=start)
    assert not switch.is_requested(data)


@pytest.mark.parametrize(
    "pointer",
    [None, Pointer(VERSION), Pointer("90.0.0", "80.0.0", "copy"), Pointer(VERSION, "80.0.0", "no such copy")],
)
def test_without_an_update_there_is_no_way_back(data: Path, pointer: Pointer | None) -> None:
    make_database(data).rename(data / "copy")
    if pointer:
        write_pointer(data, pointer)
    with pytest.raises(LaunchError):
        terminal.go_back(data, yes=True, start=start)


def test_way_back_is_left_to_the_next_start_if_nothing_runs(data: Path) -> None:
    install(data, "0.0.9")
    make_database(data, "Moda")
    (data / "copy").touch()
    write_pointer(data, Pointer(VERSION, "0.0.9", "copy", "2026-11-30T20:00:00+00:00"))
    assert terminal.go_back(data, yes=True, start=lambda: 7) == 7
    assert switch.take_request(data) == switch.Request("0.0.9", "copy")
