"""What never changes its words is planned once for a connection, where that is wanted."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import open_tournament
from tournaments.database.prepared_statements import prepared_cursor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def ask(tournament: int) -> str:
    with prepared_cursor(connection) as cursor:
        cursor.execute("SELECT name, 'kept' FROM tournaments_tournament WHERE id = %s", [tournament])
        return str(cursor.fetchone()[0])


def plans_kept() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%'kept'%"])
        return int(cursor.fetchone()[0])


def test_values_are_told_to_the_plan_that_is_kept():
    tournaments = [open_tournament(), open_tournament()]
    assert [ask(one.pk) for one in tournaments] == [one.name for one in tournaments]
    if connection.vendor == "postgresql":
        assert plans_kept() == 1


def test_whoever_shares_connections_with_others_can_do_without(monkeypatch):
    options = connection.settings_dict["OPTIONS"]
    monkeypatch.delitem(options, "prepare_threshold", raising=False)
    tournament = open_tournament()
    kept = plans_kept() if connection.vendor == "postgresql" else 0
    with prepared_cursor(connection) as cursor:
        cursor.execute("SELECT name, 'kept', 2 FROM tournaments_tournament WHERE id = %s", [tournament.pk])
        assert cursor.fetchone()[0] == tournament.name
    if connection.vendor == "postgresql":
        assert plans_kept() == kept


def test_who_listens_hears_the_values():
    tournament = open_tournament()
    with CaptureQueriesContext(connection) as asked:
        assert ask(tournament.pk) == tournament.name
    assert [one["sql"].endswith(f"id = {tournament.pk}") for one in asked.captured_queries] == [True]


def test_what_the_database_refuses_is_told_as_everywhere():
    with pytest.raises(IntegrityError), transaction.atomic(), prepared_cursor(connection) as cursor:
        cursor.execute(
            "UPDATE tournaments_tournament SET club_id = NULL WHERE id = %s", [open_tournament().pk]
        )
