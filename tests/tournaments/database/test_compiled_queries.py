from __future__ import annotations

import pytest
from django.db import connection, connections
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from tests.factories import drawn_tournament
from tests.module_fixtures import module_fixture
from tournaments.database.compiled_queries import compiled_query
from tournaments.database.row_locks import lock_rows
from tournaments.models import EncounterSide, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


def test_each_call_returns_the_rows_for_its_values(tournament):
    builds = []

    @compiled_query
    def sides(round_number: int, letter: str) -> QuerySet[EncounterSide]:
        builds.append(letter)
        queryset = EncounterSide.objects.filter(encounter__round=round_number, letter=letter, vacant=False)
        return queryset.select_related("encounter__stage").order_by("-pk")

    for values in [(1, "A"), (2, "B"), (1, "B"), (99, "A")]:
        number, letter = values
        expected = list(EncounterSide.objects.filter(encounter__round=number, letter=letter).order_by("-pk"))
        with CaptureQueriesContext(connection) as queries:
            rows = sides(*values)
            assert [row.encounter.stage.tournament_id for row in rows] == [tournament.pk] * len(expected)
        assert (rows, len(queries)) == (expected, 1)
    assert len(builds) == 1


def test_values_list_and_slice_are_kept(tournament):
    @compiled_query
    def numbers(least: int) -> QuerySet[Table, tuple[int, str]]:
        tables = Table.objects.filter(number__gte=least).order_by("number")
        return tables.values_list("number", "tournament__name")[:2]

    for least in (1, 3):
        assert numbers(least) == [(least, tournament.name), (least + 1, tournament.name)]


def test_number_of_values_must_match(tournament):
    @compiled_query
    def named(name: str) -> QuerySet[Tournament]:
        return Tournament.objects.filter(name=name)

    assert named(tournament.name) == [tournament]
    for values in [(), (tournament.name, tournament.name)]:
        with pytest.raises(ValueError, match="argument"):
            named(*values)


def test_rows_are_locked_in_a_transaction_only(tournament, monkeypatch):
    @compiled_query
    def held(key: int) -> QuerySet[Tournament]:
        return lock_rows(Tournament.objects.filter(pk=key))

    assert held(tournament.pk) == [tournament]
    with monkeypatch.context() as outside:
        outside.setattr(connections["default"], "in_atomic_block", False)
        with pytest.raises(TransactionManagementError):
            held(tournament.pk)
