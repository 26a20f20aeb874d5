"""Read without Django, as the database may be what keeps Django from starting."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from config.launcher import children
from config.launcher.checks.finding import Finding, Sign
from config.launcher.texts import TREE, _

FILE: Final = "club.sqlite3"
APPS: Final = ("tournaments", "scoring")
BUSY_SECONDS: Final = 5

Migration = tuple[str, str]
"""App and name."""


def check_database(folder: Path) -> Finding:
    """Check the club's file; with DATABASE_URL let Django check that database."""
    if os.environ.get("DATABASE_URL"):
        return _check_by_django(folder)
    file = folder / FILE
    if not file.exists():
        return Finding(Sign.GOOD, _("No database yet: the first start creates it."))
    try:
        with opened(file) as database:
            problem = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            applied = set(database.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as error:
        return _damaged(file, str(error))
    return _damaged(file, problem) if problem != "ok" else describe_migrations(file, applied)


def describe_migrations(file: Path, applied: set[Migration]) -> Finding:
    ours, known = {migration for migration in applied if migration[0] in APPS}, known_migrations()
    if ours - known:
        text = _("A newer Istaka wrote the database: %(file)s") % {"file": file}
        return Finding(Sign.STOPS, text, _("Start the newer version, or update this one."))
    if known - ours:
        text = _("An older Istaka wrote the database: %(file)s") % {"file": file}
        return Finding(Sign.GOOD, text, _("The next start brings it up to date."))
    return Finding(Sign.GOOD, _("The database is undamaged and up to date: %(file)s") % {"file": file})


def known_migrations() -> set[Migration]:
    return {(app, file.stem) for app in APPS for file in (TREE / app / "migrations").glob("[0-9]*.py")}


def newest_hand(folder: Path) -> datetime | None:
    """Return when it was recorded."""
    with suppress(sqlite3.Error, ValueError), opened(folder / FILE) as database:
        row = database.execute("SELECT received_at FROM scoring_entry ORDER BY id DESC LIMIT 1").fetchone()
        return datetime.fromisoformat(row[0]).replace(tzinfo=UTC) if row else None
    return None


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """For reading only. Raises sqlite3.Error."""
    address = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as database:
        yield database


def _damaged(file: Path, problem: str) -> Finding:
    text = _("The database can't be read: %(file)s (%(problem)s)") % {"file": file, "problem": problem}
    return Finding(Sign.STOPS, text, _("Restore the newest backup: istaka restore FILE"))


def _check_by_django(folder: Path) -> Finding:
    text = _("Database of the setting DATABASE_URL")
    if children.run_manage(folder, "migrate", "--check", "--verbosity", "0") == 0:
        return Finding(Sign.GOOD, text)
    return Finding(Sign.STOPS, text, _("It is not reachable, damaged or not up to date; see above."))
