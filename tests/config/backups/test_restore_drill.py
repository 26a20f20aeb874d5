"""The drill: a backup is made during play and restored into a fresh site, on both databases."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import DjangoDbBlocker

from config.backups import archive
from config.platform.databases import with_options
from tests.config.backups import bad_backups
from tests.config.backups.sample_manifest import HELD
from tests.processes import ROOT, environment, manage, migrated_file, wait_for
from tests.services import postgres_database, with_programs
from tests.test_upgrade import load

pytestmark = pytest.mark.slow

SQLITE = "django.db.backends.sqlite3"
COUNTS = {
    "clubs": "SELECT count(*) FROM tournaments_club",
    "tournaments": "SELECT count(*) FROM tournaments_tournament",
    "hands": "SELECT count(*) FROM scoring_hand JOIN scoring_entry entry ON entry.id = current_id"
    " WHERE entry.kind <> 'withdrawal'",
}
COUNT = "from scoring.models import Entry; print(Entry.objects.count())"


@contextmanager
def sqlite_site(folder: Path) -> Iterator[dict[str, str]]:
    folder.mkdir()
    yield environment(DATABASE_URL=f"sqlite:///{folder / 'club.sqlite3'}", **places(folder))


@contextmanager
def postgres_site(folder: Path) -> Iterator[dict[str, str]]:
    with postgres_database() as url:
        path = with_programs(url)
        yield environment(DATABASE_URL=url, PATH=path, **places(folder))


def places(folder: Path) -> dict[str, str]:
    """The backup folder, and the second one, which a test creates."""
    return {"BACKUPS": str(folder / "backups"), "BACKUPS_COPY": str(folder / "stick")}


def refusal_message(*arguments: str, environ: dict[str, str]) -> str:
    completed = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 1, completed.stdout
    assert "Traceback" not in completed.stderr
    return completed.stderr


@contextmanager
def writing_on(environ: dict[str, str]) -> Iterator[Callable[[], int]]:
    """Record hands until the block ends; the yielded function waits for the next and returns the count."""
    command = [sys.executable, "-m", "tests.config.backups.keep_playing"]
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        output = writer.stdout
        try:
            yield lambda: int(output.readline())
        finally:
            writer.kill()


def inconsistent_backups(backup: Path, folder: Path) -> Iterator[Path]:
    """Backups with a valid digest: one with an empty database, one with wrong counts."""
    manifest = archive.read(backup)
    wrong = folder / "wrong.istaka"
    if manifest.engine == "sqlite":
        for migrations in ([], manifest.migrations):
            bad_backups.one_byte_database(wrong, migrations=migrations)
            yield wrong
    archive.unpack(backup, folder / "unpacked")
    archive.write(wrong, database=folder / "unpacked", manifest=replace(manifest, hands=manifest.hands + 1))
    yield wrong


def count_stored_hands(environ: dict[str, str]) -> int:
    command_line = [sys.executable, "-m", "tests.snippet", COUNT]
    return int(subprocess.run(command_line, cwd=ROOT, env=environ, stdout=subprocess.PIPE, check=True).stdout)


@pytest.mark.release
@pytest.mark.parametrize("house", [sqlite_site, postgres_site])
def test_restored_site_has_every_hand_acknowledged_before_the_backup(
    house: Callable[[Path], Any], tmp_path: Path
) -> None:
    with ExitStack() as sites:
        old, new = (sites.enter_context(house(tmp_path / name)) for name in ("old", "new"))
        if house is sqlite_site:
            shutil.copyfile(migrated_file(), tmp_path / "old" / "club.sqlite3")
        else:
            manage("migrate", "--verbosity=0", environ=old)
        with writing_on(old) as next_count:
            wait_for(lambda: next_count() >= 10, "no hands come in")
            acknowledged = next_count()
            (tmp_path / "old" / "stick").mkdir(parents=True)
            assert "; verified" in manage("backup", environ=old)
            later = next_count()
        (backup,) = (tmp_path / "old" / "stick").glob("*.istaka")

        spoiled = tmp_path / "spoiled.istaka"
        spoiled.write_bytes(backup.read_bytes()[:-1])
        assert "Nothing was changed." in refusal_message("restore", str(spoiled), "--yes", environ=new)
        for wrong in inconsistent_backups(backup, tmp_path):
            message = refusal_message("restore", str(wrong), "--yes", environ=new)
            assert "is empty, or not the one described in the backup. Nothing was changed." in message
        manage("restore", str(backup), "--yes", environ=new)
        assert acknowledged <= count_stored_hands(new) < count_stored_hands(old)
        assert later <= count_stored_hands(old)
        assert "0 differences" in manage("verify_ledger", environ=new)

        message = refusal_message("restore", str(backup), "--yes", environ=new)
        assert "Use --replace to replace them. Nothing was changed." in message


@pytest.mark.release
def test_backup_of_previous_release_is_migrated_guarded_and_verified(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), file_of(tmp_path / "release.sqlite3"):
        load()
        counts = count_rows()
        applied = [f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()]
    backup = tmp_path / "istaka-1.istaka"
    archive.write(
        backup, database=tmp_path / "release.sqlite3", manifest=replace(HELD, **counts, migrations=applied)
    )
    with sqlite_site(tmp_path / "new") as new:
        assert f"Restored: {counts['clubs']} clubs" in manage("restore", str(backup), "--yes", environ=new)
        assert "0 differences" in manage("verify_ledger", environ=new)
        assert "No migrations to apply" in manage("migrate", environ=new)


def count_rows() -> dict[str, Any]:
    """Count rows in the file of the previous release, whose tables today's models don't fit."""
    with connection.cursor() as cursor:
        return {name: cursor.execute(query).fetchone()[0] for name, query in COUNTS.items()}


FOREIGN = {
    "trigger evil on tournaments_club": (
        "CREATE TRIGGER evil AFTER UPDATE ON tournaments_club BEGIN DELETE FROM tournaments_player; END"
    ),
    "view old_hands": "CREATE VIEW old_hands AS SELECT * FROM scoring_hand",
}


@pytest.mark.parametrize("place", FOREIGN)
def test_a_backup_with_a_foreign_trigger_or_view_is_refused_and_nothing_is_changed(
    place: str, tmp_path: Path
) -> None:
    backup = backup_of(tmp_path, FOREIGN[place])
    with sqlite_site(tmp_path / "new") as new:
        message = refusal_message("restore", str(backup), "--yes", environ=new)
        assert place in message
        assert "Nothing was changed." in message
        assert not tables_in(tmp_path / "new" / "club.sqlite3")


def test_an_own_trigger_with_another_body_is_replaced_before_it_runs(tmp_path: Path) -> None:
    backup = backup_of(
        tmp_path,
        "DROP TRIGGER scoring_entry_no_update",
        "CREATE TRIGGER scoring_entry_no_update AFTER UPDATE ON scoring_entry BEGIN SELECT 1; END",
    )
    with sqlite_site(tmp_path / "new") as new:
        manage("restore", str(backup), "--yes", environ=new)
        assert "0 differences" in manage("verify_ledger", environ=new)


def backup_of(folder: Path, *statements: str) -> Path:
    """A backup of an empty site in whose database these statements ran."""
    database, backup = folder / "altered.sqlite3", folder / "altered.istaka"
    shutil.copyfile(migrated_file(), database)
    with closing(sqlite3.connect(database)) as altered:
        for statement in statements:
            altered.execute(statement)
        altered.commit()
        migration_rows = altered.execute("SELECT app || '.' || name FROM django_migrations").fetchall()
    applied = [name for (name,) in migration_rows]
    manifest = replace(HELD, clubs=0, tournaments=0, hands=0, migrations=applied)
    archive.write(backup, database=database, manifest=manifest)
    return backup


def tables_in(database: Path) -> list[str]:
    if not database.exists():
        return []
    with closing(sqlite3.connect(database)) as opened:
        return [name for (name,) in opened.execute("SELECT name FROM sqlite_master")]


@contextmanager
def file_of(path: Path) -> Iterator[None]:
    """Point the default connection to a new SQLite file until the block ends."""
    usual = connections["default"]
    database = with_options({"ENGINE": SQLITE, "NAME": str(path)}, pool_size=0, prepare_statements=False)
    connections["default"] = DatabaseWrapper({**usual.settings_dict, **database}, alias="default")
    try:
        yield
        connections["default"].close()
    finally:
        connections["default"] = usual
