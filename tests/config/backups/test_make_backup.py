"""Making a backup on any database: failures leave nothing that looks like one."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils.translation import override

from config.backups import archive, folder, inspection, make_backup, retention, status, subprocesses
from config.backups.errors import BackupError
from config.backups.folder import Backup
from config.backups.manifest import Reason
from tests.config.backups.conftest import Put
from tests.factories import NOW

pytestmark = pytest.mark.django_db

WHAT = b"what a database holds"


@dataclass
class FakeEngine:
    """An engine whose database is a few bytes; `copy_error` it can't be copied."""

    name = "sqlite"
    needs: int = 1
    copy_error: str = ""

    def required_space(self) -> int:
        return self.needs

    def copy(self, path: Path) -> None:
        path.write_bytes(WHAT)
        if self.copy_error:
            raise BackupError(self.copy_error)

    @contextmanager
    def open_copy(self, path: Path) -> Iterator[str]:
        yield "sqlite:///copy"


@pytest.fixture
def fake_engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    engine = FakeEngine()
    monkeypatch.setattr(make_backup, "engine", lambda: engine)
    contents = json.dumps(inspection.inspect_contents())
    monkeypatch.setattr(subprocesses, "run_python", lambda *_arguments, **_where: contents)
    return engine


def make(*, at: datetime = NOW) -> Backup:
    return make_backup.make_backup(at=at, reason=Reason.ENDED)


def read() -> status.BackupStatus:
    with override("en"):
        return status.read_status(now=NOW)


def left_in(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir() if path.suffix not in (".json", ".sqlite3"))


def test_backup_gets_its_name_only_when_complete(
    fake_engine: FakeEngine, backup_folder: Path, tmp_path: Path
):
    backup = make()
    assert left_in(backup_folder) == [backup.path.name] == [folder.name_of(NOW)]
    assert archive.read(backup.path) == backup.manifest
    assert backup.manifest.reason == Reason.ENDED
    archive.unpack(backup.path, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == WHAT
    attempt = status.last_attempt()
    assert attempt is not None
    assert attempt.at == NOW
    assert (read().state, read().fault, read().second_fault) == ("good", "", "")


def test_interrupted_backups_are_swept_and_never_listed(fake_engine: FakeEngine, backup_folder: Path):
    (backup_folder / ".making-abc").mkdir()
    (backup_folder / ".making-abc" / "copy").write_bytes(WHAT)
    (backup_folder / ".making-istaka-1.istaka").write_bytes(WHAT)
    assert folder.latest(backup_folder) is None
    backup = make()
    assert left_in(backup_folder) == [backup.path.name]


@pytest.mark.parametrize(
    ("change", "why"), [({"copy_error": "no table"}, "no table"), ({"needs": 2**62}, "Free at least")]
)
def test_failure_is_recorded_and_earlier_backups_stay(
    fake_engine: FakeEngine, backup_folder: Path, change, why
):
    first = make()
    for name, value in change.items():
        setattr(fake_engine, name, value)
    with pytest.raises(BackupError, match=why):
        make(at=NOW + timedelta(hours=1))
    assert why in read().fault
    assert left_in(backup_folder) == [first.path.name]


def test_retention_applies_to_both_folders(
    fake_engine: FakeEngine, backup_folder: Path, tmp_path: Path, settings: LazySettings, create_backup: Put
):
    settings.BACKUPS_COPY = stick = tmp_path / "stick"
    stick.mkdir()
    for hours in (0, 1):
        make(at=NOW + timedelta(hours=hours))
    later = NOW + timedelta(hours=48)
    for minutes in range(1, retention.ALWAYS_KEPT):
        shutil.copy(create_backup(later - timedelta(minutes=minutes)), stick)
    make(at=later)
    assert left_in(backup_folder) == left_in(stick)
    assert left_in(backup_folder)[0] == folder.name_of(NOW + timedelta(hours=1))
    assert len(left_in(backup_folder)) == 1 + retention.ALWAYS_KEPT


def test_missing_or_full_second_folder_is_recorded_and_backup_is_made(
    fake_engine: FakeEngine,
    backup_folder: Path,
    tmp_path: Path,
    settings: LazySettings,
    monkeypatch: pytest.MonkeyPatch,
):
    settings.BACKUPS_COPY = stick = tmp_path / "stick"
    make()
    assert str(stick) in read().second_fault
    assert not stick.exists()
    stick.mkdir()

    def full(*_files: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(make_backup, "copyfileobj", full)
    backup = make(at=NOW + timedelta(hours=1))
    assert read().second_fault.startswith("The disk is full.")
    assert backup.path.exists()
    assert left_in(stick) == []


def test_manifest_lists_contents_and_differences(fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch):
    contents = {**inspection.inspect_contents(), "differences": ["hand 3: is wrong"], "unread": 2}

    def python(*_arguments: object, **_where: object) -> str:
        return json.dumps(contents)

    monkeypatch.setattr(subprocesses, "run_python", python)
    backup = make()
    assert (backup.manifest.good, backup.manifest.unread) == (False, 2)
    assert folder.latest_good(backup.path.parent, now=NOW) is None
