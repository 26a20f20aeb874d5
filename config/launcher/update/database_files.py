"""A club's SQLite file: copies beside it, and what was recorded in it. Standard library only."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final

COPIED: Final = "DATABASE_COPIED"
"""Environment: `migrate` needs no copy of its own."""
KEPT: Final = 3
"""Copies of each kind; the oldest are deleted."""
PLAYED_WITHIN: Final = timedelta(hours=3)

# Times have no index: only the newest entries are read, three hours of a hundred tables.
_PLAYED = """
SELECT 1 FROM scoring_entry AS entry
JOIN scoring_hand AS hand ON hand.id = entry.hand_id
JOIN scoring_match AS match ON match.id = hand.match_id
JOIN tournaments_encounter AS encounter ON encounter.id = match.encounter_id
JOIN tournaments_stage AS stage ON stage.id = encounter.stage_id
JOIN tournaments_tournament AS tournament ON tournament.id = stage.tournament_id
WHERE tournament.state = 'playing' AND tournament.cancelled_at IS NULL AND entry.received_at > ?
AND entry.id > (SELECT max(id) FROM scoring_entry) - 6000 LIMIT 1
"""


def database_of(folder: Path) -> Path:
    return folder / "club.sqlite3"


@contextmanager
def opened(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        yield connection


def copy_database(database: Path, target: Path) -> None:
    """In one transaction, for its owner only; the target is complete or missing."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    with opened(database) as source, opened(unfinished) as copy:
        source.backup(copy)
        # The copy may be opened where no other file can be created.
        copy.execute("PRAGMA journal_mode=DELETE")
    unfinished.replace(target)


def copy_beside(database: Path, label: str) -> Path:
    """Return a new copy, such as `club.before-0.2.0.sqlite3`; older ones stay, but for all beyond KEPT."""
    names = (f"{database.stem}.{label}{number}{database.suffix}" for number in _suffixes())
    target = next(target for target in map(database.with_name, names) if not target.exists())
    copy_database(database, target)
    kind = label.partition("-")[0]
    copies = database.parent.glob(f"{database.stem}.{kind}-*{database.suffix}")
    for old in sorted(copies, key=lambda file: (file.stat().st_mtime_ns, file.name))[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def replace_database(database: Path, copy: Path) -> None:
    """Put the copy, which stays, in place of a file that no one has open."""
    unfinished = database.with_name(f"{database.name}.unfinished")
    shutil.copyfile(copy, unfinished)
    unfinished.chmod(0o600)
    for ending in ("-wal", "-shm", "-journal"):  # of the file that goes
        database.with_name(database.name + ending).unlink(missing_ok=True)
    unfinished.replace(database)


def hands_since(database: Path, at: datetime) -> int:
    """Return how many hands were stored or corrected since."""
    with opened(database) as connection:
        if not _has_hands(connection):
            return 0
        statement = "SELECT count(DISTINCT hand_id) FROM scoring_entry WHERE received_at > ?"
        return int(connection.execute(statement, [_stored(at)]).fetchone()[0])


def is_played(connection: sqlite3.Connection, *, now: datetime) -> bool:
    """Return whether a hand of a running tournament was stored within PLAYED_WITHIN."""
    if not _has_hands(connection):
        return False
    return connection.execute(_PLAYED, [_stored(now - PLAYED_WITHIN)]).fetchone() is not None


def _has_hands(connection: sqlite3.Connection) -> bool:
    tables = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'scoring_entry'")
    return tables.fetchone() is not None


def _stored(at: datetime) -> str:
    """As Django stores it in SQLite."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(sep=" ")


def _suffixes() -> Iterator[str]:
    yield ""
    yield from (f"-{number}" for number in count(2))
