from __future__ import annotations

import errno
import random
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from config.backups import archive, folder
from config.backups.errors import InvalidBackupError
from tests.config.backups import bad_backups
from tests.config.backups.sample_manifest import HELD
from tests.factories import NOW


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    database = tmp_path / "copy"
    database.write_bytes(random.Random(7).randbytes(5000) + b"\0" * 5000)
    path = tmp_path / folder.name_of(NOW)
    archive.write(path, database=database, manifest=HELD, key="of this machine")
    return path


def test_written_backup_is_readable_by_owner_only(backup: Path, tmp_path: Path):
    assert archive.read(backup) == archive.read_manifest(backup) == HELD
    assert archive.unpack(backup, tmp_path / "again") == "of this machine"
    assert (tmp_path / "again").read_bytes() == (tmp_path / "copy").read_bytes()
    for path in (backup, tmp_path / "again"):
        assert path.stat().st_mode & 0o777 == 0o600


def test_any_changed_byte_is_found(backup: Path):
    whole = backup.read_bytes()
    for at in {*range(0, len(whole), 97), *range(len(whole) - 200, len(whole))}:
        backup.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(InvalidBackupError, match=backup.name):
            archive.read(backup)
    backup.write_bytes(whole)
    archive.read(backup)


@pytest.mark.parametrize("left", [0, 1, 100, 3000, -1, -64, -65])
def test_truncated_file_is_refused(backup: Path, left: int):
    backup.write_bytes(backup.read_bytes()[:left])
    with pytest.raises(InvalidBackupError, match=r"only part of one|incomplete or was changed"):
        archive.read(backup)


def test_foreign_and_missing_files_are_refused(backup: Path, tmp_path: Path):
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as other_archive:
        other_archive.writestr("manifest.json", "{}")
    for path, message in (
        (other, "incomplete or was changed"),
        (Path(__file__), "not an Istaka backup"),
        (tmp_path / "gone", "file not found"),
    ):
        with pytest.raises(InvalidBackupError, match=message):
            archive.read(path)
    with pytest.raises(InvalidBackupError, match="not an Istaka backup"):
        archive.read_manifest(other)


def test_newer_release_is_refused_and_older_accepted(backup: Path):
    archive.refuse_newer_release(backup, HELD)
    newer = replace(HELD, migrations=[*HELD.migrations, "scoring.9999_of_tomorrow"])
    with pytest.raises(
        InvalidBackupError, match=r"a newer release made this backup \(scoring.9999_of_tomorrow\)"
    ):
        archive.refuse_newer_release(backup, newer)


def test_only_complete_backups_are_listed(backup: Path, tmp_path: Path):
    (tmp_path / f".making-{backup.name}").write_bytes(backup.read_bytes())
    (tmp_path / "istaka-1.istaka").write_bytes(b"nothing")
    assert [backup_file.path for backup_file in folder.newest_first(tmp_path)] == [backup]
    bad = tmp_path / "istaka-9.istaka"
    archive.write(bad, database=tmp_path / "copy", manifest=replace(HELD, differences=["one"]))
    newest, good = folder.latest(tmp_path), folder.latest_good(tmp_path, now=NOW)
    assert newest is not None
    assert good is not None
    assert (newest.path, good.path) == (bad, backup)


@pytest.mark.slow
@pytest.mark.parametrize("kind", bad_backups.FILES)
def test_file_with_backup_suffix_only_is_refused(kind: str, tmp_path: Path):
    path = tmp_path / "istaka-1.istaka"
    bad_backups.FILES[kind](path)
    for read in (archive.read_manifest, archive.read):
        with pytest.raises(InvalidBackupError) as refusal:
            read(path)
        assert str(path) in refusal.value.localized


@pytest.mark.slow
def test_a_manifest_of_300_mb_takes_no_more_memory_than_its_limit(tmp_path: Path):
    path = tmp_path / "istaka-1.istaka"
    bad_backups.FILES["a manifest of 300 MB"](path)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidBackupError):
            archive.read_manifest(path)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 6 * archive.MAX_BYTES


def test_a_full_disk_is_no_fault_of_the_backup(backup: Path):
    with pytest.raises(OSError, match="No space left") as full:
        archive.unpack(backup, Path("/dev/full"))
    assert full.value.errno == errno.ENOSPC
