from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from config.launcher.update import database_files
from scoring.models import Entry
from tests.config.launcher.small_programs import make_database, names_in
from tests.factories import drawn_tournament, encounters_of, play_hand
from tests.processes import migrated_file
from tournaments.enums import TournamentState
from tournaments.models import Tournament


def test_copy_has_what_is_not_in_the_main_file_yet(data: Path) -> None:
    file = make_database(data, "Kadıköy")
    with database_files.opened(file) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("INSERT INTO club VALUES ('Moda')")
        writer.commit()
        copy = database_files.copy_beside(file, "before-90.0.0")
    assert copy.name == "club.before-90.0.0.sqlite3"
    assert names_in(copy) == ["Kadıköy", "Moda"]
    assert copy.stat().st_mode & 0o077 == 0


def test_no_copy_is_overwritten_and_the_newest_stay(data: Path) -> None:
    file = make_database(data, "Kadıköy")
    copies = [database_files.copy_beside(file, "before-90.0.0") for _ in range(4)]
    other = database_files.copy_beside(file, "after-90.0.0")
    assert len(set(copies)) == 4
    assert [copy.exists() for copy in copies] == [False, True, True, True]
    assert other.exists()


def test_replacing_leaves_nothing_of_the_other_file(data: Path) -> None:
    file = make_database(data, "Kadıköy")
    copy = database_files.copy_beside(file, "before-90.0.0")
    writer = sqlite3.connect(file)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("INSERT INTO club VALUES ('Moda')")
    writer.commit()  # stays open, as if its process was killed: the log beside the file stays
    database_files.replace_database(file, copy)
    assert names_in(file) == ["Kadıköy"]
    assert copy.exists()
    writer.close()


def test_file_without_hands_counts_none(data: Path) -> None:
    assert database_files.hands_since(make_database(data), datetime(2000, 1, 1, tzinfo=UTC)) == 0
    assert database_files.hands_since(migrated_file(), datetime(2000, 1, 1, tzinfo=UTC)) == 0


@pytest.mark.django_db
def test_play_is_a_hand_of_a_running_tournament_within_three_hours() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("laptops use SQLite")
    tournament = drawn_tournament()
    database = connection.connection
    play_hand(encounters_of(tournament)[0])
    played_at = Entry.objects.get().received_at
    assert database_files.is_played(database, now=played_at)
    assert not database_files.is_played(database, now=played_at + timedelta(hours=3, seconds=1))
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert not database_files.is_played(database, now=played_at)
