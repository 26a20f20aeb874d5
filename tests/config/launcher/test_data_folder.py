from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from config.launcher import data_folder
from config.launcher.data_folder import DATA_FOLDER, Remembered, cloud_of, remember, remembered
from config.launcher.errors import LaunchError


def test_folder_is_made_for_its_owner_only(monkeypatch, tmp_path: Path):
    monkeypatch.setenv(DATA_FOLDER, str(tmp_path / "new" / "istaka"))
    folder = data_folder.data_folder()
    assert folder == tmp_path / "new" / "istaka"
    if os.name == "posix":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_users_own_folder_is_the_default(monkeypatch, tmp_path: Path):
    monkeypatch.delenv(DATA_FOLDER, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path in data_folder.data_folder().parents


@pytest.mark.parametrize(
    "folder",
    [
        "OneDrive/istaka",
        "OneDrive - Kulüp/Belgeler/istaka",
        "Dropbox (Personal)/istaka",
        "Library/Mobile Documents/com~apple~CloudDocs/istaka",
        "Library/CloudStorage/GoogleDrive-a@b.c/My Drive",
        "nextcloud",
    ],
)
def test_folder_in_a_cloud_is_refused_and_not_made(monkeypatch, tmp_path: Path, folder: str):
    monkeypatch.setenv(DATA_FOLDER, str(tmp_path / folder))
    with pytest.raises(LaunchError):
        data_folder.data_folder()
    assert not (tmp_path / folder).exists()


def test_link_into_a_cloud_is_seen_through(tmp_path: Path):
    (tmp_path / "Dropbox").mkdir()
    (tmp_path / "here").symlink_to(tmp_path / "Dropbox")
    assert cloud_of(tmp_path / "here" / "istaka") == "Dropbox"
    assert cloud_of(tmp_path / "dropbox-notes" / "boxing") == ""


def test_folder_that_cannot_be_made_is_refused(monkeypatch, tmp_path: Path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(DATA_FOLDER, str(tmp_path / "file" / "istaka"))
    with pytest.raises(LaunchError):
        data_folder.data_folder()


def test_choices_last_from_start_to_start(tmp_path: Path):
    assert remembered(tmp_path) == Remembered(port=8080, address="")
    remember(tmp_path, Remembered(port=8123, address="192.168.1.7"))
    assert remembered(tmp_path) == Remembered(port=8123, address="192.168.1.7")


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"port": "8080"}', '{"port": 0}', '{"port": 70000}', '{"address": 3}', '{"x": 1}'],
)
def test_file_that_is_not_ours_is_ignored(tmp_path: Path, content: str):
    (tmp_path / "settings.json").write_text(content)
    assert remembered(tmp_path) == Remembered()
