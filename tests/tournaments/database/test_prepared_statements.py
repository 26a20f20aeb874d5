from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import open_tournament
from tournaments.database.prepared_statements import prepared_cursor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def tournament_name(tournament: int) -> str:
    with prepared_cursor(connection) as cursor:
        cursor.execute("SELECT name, 'kept' FROM tournaments_tournament WHERE id = %s", [tournament])
        return str(cursor.fetchone()[0])


def plans_kept() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%'kept'%"])
        return int(cursor.fetchone()[0])


def test_repeated_statement_uses_one_plan():
    tournaments = [open_tournament(), open_tournament()]
    assert [tournament_name(tournament.pk) for tournament in tournaments] == [
        tournament.name for tournament in tournaments
    ]
    if connection.vendor == "postgresql":
        assert plans_kept() == 1


def test_statements_are_not_prepared_without_the_setting(monkeypatch):
    options = connection.settings_dict["OPTIONS"]
    monkeypatch.delitem(options, "prepare_threshold", raising=False)
    tournament = open_tournament()
    plans_before = plans_kept() if connection.vendor == "postgresql" else 0
    with prepared_cursor(connection) as cursor:
        cursor.execute("SELECT name, 'kept', 2 FROM tournaments_tournament WHERE id = %s", [tournament.pk])
        assert cursor.fetchone()[0] == tournament.name
    if connection.vendor == "postgresql":
        assert plans_kept() == plans_before


def test_logged_queries_contain_their_values():
    tournament = open_tournament()
    with CaptureQueriesContext(connection) as queries:
        assert tournament_name(tournament.pk) == tournament.name
    assert [query["sql"].endswith(f"id = {tournament.pk}") for query in queries.captured_queries] == [True]


def test_database_errors_are_raised():
    with pytest.raises(IntegrityError), transaction.atomic(), prepared_cursor(connection) as cursor:
        cursor.execute(
            "UPDATE tournaments_tournament SET club_id = NULL WHERE id = %s", [open_tournament().pk]
        )
