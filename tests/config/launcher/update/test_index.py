from __future__ import annotations

from pathlib import Path

import pytest

from config.launcher.update import index
from config.launcher.update.errors import UpdateError
from config.version import VERSION
from tests.config.launcher.small_programs import build_wheel


def test_newest_wheel_of_a_folder_is_downloaded(data: Path, updatable: Path) -> None:
    for version in (VERSION, "90.0.0", "91.0.0", "92.0.0rc1"):
        build_wheel(updatable, version)
    wheel = index.download_newest(data)
    assert wheel is not None
    assert index.wheel_version(wheel) == "91.0.0"
    assert index.downloaded(data) == wheel


def test_nothing_newer_is_no_error(data: Path, updatable: Path) -> None:
    build_wheel(updatable, VERSION)
    assert index.download_newest(data) is None


def test_nothing_at_all_is_explained(data: Path, updatable: Path) -> None:
    with pytest.raises(UpdateError) as refused:
        index.download_newest(data)
    assert "internet" in refused.value.template


def test_index_that_does_not_answer_is_explained(
    data: Path, updatable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(index.INDEX, "http://127.0.0.1:9/simple")
    with pytest.raises(UpdateError) as refused:
        index.download_newest(data)
    assert "internet" in refused.value.template


def test_folder_that_is_missing_is_named(
    data: Path, updatable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(index.INDEX, str(data / "stick"))
    with pytest.raises(UpdateError) as refused:
        index.download_newest(data)
    assert refused.value.values == {"folder": str(data / "stick")}


@pytest.mark.parametrize(
    ("setting", "options"),
    [
        ("", []),
        ("https://example.org/simple", ["--index-url", "https://example.org/simple"]),
        ("/", ["--no-index", "--find-links", "/"]),
    ],
)
def test_setting_becomes_options(setting: str, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(index.INDEX, setting)
    assert index.index_options() == options


def test_updates_can_be_switched_off(updatable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index.require_updatable()
    monkeypatch.setenv(index.INDEX, index.OFF)
    with pytest.raises(UpdateError, match="ISTAKA_INDEX"):
        index.require_updatable()


def test_checkout_and_other_databases_are_updated_by_hand(
    updatable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://db/istaka")
    with pytest.raises(UpdateError, match="DATABASE_URL"):
        index.require_updatable()
    monkeypatch.undo()
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with pytest.raises(UpdateError, match="git pull"):
        index.require_updatable()
