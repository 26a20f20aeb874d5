"""Making a backup on any database: failures leave nothing that looks like one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings

from config.backups import (
    archive,
    atomic_files,
    folder,
    inspection,
    making,
    retention,
    status_files,
    subprocesses,
)
from config.backups.engines import OpenedCopy
from config.backups.errors import BackupError, CopyError, from_record
from tests.config.backups.conftest import Put
from tests.factories import NOW

pytestmark = pytest.mark.django_db

WHAT = b"what a database holds"


@dataclass
class House:
    """An engine whose database is a few bytes; `why` it can't be copied."""

    name = "sqlite"
    needs: int = 1
    why: str = ""

    def room_for_a_copy(self) -> int:
        return self.needs

    def copy(self, path: Path) -> None:
        path.write_bytes(WHAT)
        if self.why:
            raise CopyError(self.why)

    @contextmanager
    def opened(self, path: Path) -> Iterator[OpenedCopy]:
        yield OpenedCopy("sqlite:///copy", lambda: None)

    def refuse_in_use(self) -> None:
        """Never in use."""


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    engine = House()
    monkeypatch.setattr(making, "engine", lambda: engine)
    contents = json.dumps(inspection.inspect_all(seconds=60))
    monkeypatch.setattr(subprocesses, "run_python", lambda *_arguments, **_where: contents)
    return engine


def left_in(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir() if path.suffix not in (".json", ".sqlite3"))


def noted(what: str) -> str:
    return str(from_record(status_files.read(status_files.BACKUP)[what]))


def test_backup_gets_its_name_only_when_complete(house: House, backups: Path, tmp_path: Path):
    backup = making.make_backup(at=NOW)
    assert left_in(backups) == [backup.path.name] == [folder.name_of(NOW)]
    assert archive.read(backup.path) == backup.manifest
    archive.unpack(backup.path, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == WHAT
    assert status_files.read(status_files.BACKUP) == {"at": NOW.isoformat()}


def test_interrupted_backups_are_swept_and_never_listed(house: House, backups: Path):
    (backups / ".making-abc").mkdir()
    (backups / ".making-abc" / "copy").write_bytes(WHAT)
    (backups / ".making-istaka-1.istaka").write_bytes(WHAT)
    assert folder.latest(backups) is None
    backup = making.make_backup(at=NOW)
    assert left_in(backups) == [backup.path.name]


@pytest.mark.parametrize(
    ("change", "why"), [({"why": "no table"}, "no table"), ({"needs": 2**62}, "MB free")]
)
def test_failure_is_recorded_and_earlier_backups_stay(house: House, backups: Path, change, why):
    first = making.make_backup(at=NOW)
    for name, value in change.items():
        setattr(house, name, value)
    with pytest.raises(BackupError, match=why):
        making.make_backup(at=NOW + timedelta(hours=1))
    assert why in noted("fault")
    assert left_in(backups) == [first.path.name]


def test_retention_applies_to_both_folders(
    house: House, backups: Path, tmp_path: Path, settings: LazySettings, put: Put
):
    settings.BACKUPS_TOO = stick = tmp_path / "stick"
    stick.mkdir()
    for hours in (0, 1):
        making.make_backup(at=NOW + timedelta(hours=hours))
    later = NOW + timedelta(hours=48)
    for minutes in range(1, retention.ALWAYS_KEPT):
        shutil.copy(put(later - timedelta(minutes=minutes)), stick)
    making.make_backup(at=later)
    assert left_in(backups) == left_in(stick)
    assert left_in(backups)[0] == folder.name_of(NOW + timedelta(hours=1))
    assert len(left_in(backups)) == 1 + retention.ALWAYS_KEPT


def test_missing_or_full_second_folder_is_recorded_and_backup_is_made(
    house: House, backups: Path, tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
):
    settings.BACKUPS_TOO = stick = tmp_path / "stick"
    making.make_backup(at=NOW)
    assert noted("too") == f"{stick} does not exist."
    assert not stick.exists()
    stick.mkdir()

    def full(*_files: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_files, "copyfileobj", full)
    backup = making.make_backup(at=NOW + timedelta(hours=1))
    assert "No space left" in noted("too")
    assert backup.path.exists()
    assert left_in(stick) == []


def test_manifest_lists_contents_and_differences(house: House, monkeypatch: pytest.MonkeyPatch):
    contents = {**inspection.inspect_all(seconds=60), "differences": ["hand 3: is wrong"], "unread": 2}

    def python(*_arguments: object, **_where: object) -> str:
        return json.dumps(contents)

    monkeypatch.setattr(subprocesses, "run_python", python)
    backup = making.make_backup(at=NOW)
    assert (backup.manifest.good, backup.manifest.unread) == (False, 2)
    assert folder.latest_good(backup.path.parent, now=NOW) is None
