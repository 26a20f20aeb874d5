from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from config.launcher.update import newer
from config.launcher.update.newer import find_newer
from config.launcher.update.versions import COMPLETE, FOLDER, Pointer, Program, write_pointer
from config.version import VERSION
from tests.config.launcher.small_programs import install


def test_without_an_update_the_installed_version_runs(data: Path) -> None:
    assert find_newer(data) is None


def test_newer_version_of_an_update_runs(data: Path) -> None:
    home = install(data, "90.0.0")
    write_pointer(data, Pointer("90.0.0"))
    assert find_newer(data) == Program("90.0.0", home / "istaka")


@pytest.mark.parametrize("version", [VERSION, "0.0.1"])
def test_installed_version_runs_if_it_is_not_older(data: Path, version: str) -> None:
    install(data, version)
    write_pointer(data, Pointer(version))
    assert find_newer(data) is None


def test_missing_folder_falls_back(data: Path) -> None:
    write_pointer(data, Pointer("90.0.0"))
    assert find_newer(data) is None


@pytest.mark.parametrize("part", ["istaka", COMPLETE, "istaka/config/launcher/command.py"])
def test_broken_folder_falls_back(data: Path, part: str) -> None:
    lost = install(data, "90.0.0") / part
    shutil.rmtree(lost) if lost.is_dir() else lost.unlink()
    write_pointer(data, Pointer("90.0.0"))
    assert find_newer(data) is None


def test_libraries_of_another_python_fall_back(data: Path) -> None:
    (install(data, "90.0.0") / COMPLETE).write_text('{"python": "cpython-2"}')
    write_pointer(data, Pointer("90.0.0"))
    assert find_newer(data) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 7, "next": 1}'])
def test_pointer_of_another_program_is_ignored(data: Path, text: str) -> None:
    (data / FOLDER).mkdir()
    (data / FOLDER / "current.json").write_text(text)
    assert find_newer(data) is None


@pytest.mark.parametrize(
    "arguments",
    [["--data", "{}"], ["--data={}", "update"], ["--no-browser", "--data", "{}", "backup"]],
)
def test_data_folder_is_found_among_the_arguments(data: Path, arguments: list[str]) -> None:
    assert newer.data_folder_of([argument.format(data) for argument in arguments]) == data


def test_arguments_of_django_name_no_data_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_FOLDER", str(data))
    assert newer.data_folder_of(["manage", "loaddata", "--data", "elsewhere"]) == data
