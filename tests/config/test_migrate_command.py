"""A file is copied before it changes, and that of a newer version is refused."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.errors.startup_errors import require_known_migrations
from config.launcher.update.database_files import COPIED
from config.management.commands.serve import require_migrations
from config.management.exit_codes import NEWER_FILE
from config.version import VERSION
from tests.processes import ROOT, environment, migrated_file

PENDING = "DELETE FROM django_migrations WHERE app = 'scoring'"
"""Its tables exist, so that it can't be applied."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return Path(shutil.copyfile(migrated_file(), tmp_path / "club.sqlite3"))


def change(database: Path, *statements: str) -> None:
    with closing(sqlite3.connect(database)) as opened:
        for statement in statements:
            opened.execute(statement)
        opened.commit()


def migrate(database: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env=environment(DATABASE_URL=f"sqlite:///{database}", **environ),
        capture_output=True,
        text=True,
        check=False,
    )


def copies(database: Path) -> list[str]:
    return [file.name for file in database.parent.glob("club.before-*")]


@pytest.mark.django_db
def test_database_of_a_newer_version_is_refused() -> None:
    require_known_migrations(connection)
    MigrationRecorder(connection).record_applied("scoring", "9999_of_a_newer_version")
    with pytest.raises(CommandError, match=r"scoring\.9999_of_a_newer_version") as refused:
        require_migrations()
    assert refused.value.returncode == NEWER_FILE


def test_migrate_refuses_a_file_of_a_newer_version(database: Path) -> None:
    change(
        database,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_new', '2027-01-01')",
    )
    refused = migrate(database)
    assert refused.returncode == NEWER_FILE
    assert "scoring.9999_new" in refused.stderr
    assert copies(database) == []


def test_file_is_copied_before_it_changes(database: Path) -> None:
    assert migrate(database).returncode == 0  # nothing is pending
    assert copies(database) == []
    change(database, PENDING)
    assert migrate(database).returncode != 0
    assert copies(database) == [f"club.before-{VERSION}.sqlite3"]


def test_no_copy_is_made_of_a_copied_or_new_file(database: Path) -> None:
    change(database, PENDING)
    assert migrate(database, **{COPIED: "1"}).returncode != 0
    database.unlink()
    assert migrate(database).returncode == 0
    assert copies(database) == []
