from __future__ import annotations

from pathlib import Path

import pytest

from config.launcher import children


@pytest.fixture(autouse=True)
def _documents(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "Documents"))
    for name in ("BACKUPS_COPY", "SECRET_KEY", "SECRET_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)


def test_children_get_the_data_folder(tmp_path: Path):
    environ = children.environment(tmp_path / "data", CONTROL_KEY="k")
    assert (environ["DATA_FOLDER"], environ["CONTROL_KEY"]) == (str(tmp_path / "data"), "k")
    assert "SECRET_KEY_FILE" not in environ


def test_key_of_an_earlier_start_is_used_unless_one_is_set(monkeypatch, tmp_path: Path):
    (tmp_path / "secret-key").write_text("secret")
    assert children.environment(tmp_path)["SECRET_KEY_FILE"] == str(tmp_path / "secret-key")
    monkeypatch.setenv("SECRET_KEY", "another")
    assert "SECRET_KEY_FILE" not in children.environment(tmp_path)


def test_backups_are_copied_to_a_folder_that_the_user_made(monkeypatch, tmp_path: Path):
    assert "BACKUPS_COPY" not in children.environment(tmp_path)
    copies = tmp_path / "Documents" / "Istaka"
    copies.mkdir(parents=True)
    assert children.environment(tmp_path)["BACKUPS_COPY"] == str(copies)
    monkeypatch.setenv("BACKUPS_COPY", "/elsewhere")
    assert children.environment(tmp_path)["BACKUPS_COPY"] == "/elsewhere"
