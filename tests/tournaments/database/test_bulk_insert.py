from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.database.bulk_insert import insert_family, insert_many
from tournaments.enums import DecidedBy, EncounterState, Part
from tournaments.models import Encounter, EncounterSide, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@module_fixture
def stage() -> Stage:
    return open_tournament().stages.order_by("position")[0]


def encounters(stage: Stage, number: int) -> list[Encounter]:
    return [Encounter(stage=stage, round=1, position=position) for position in range(number)]


@pytest.mark.parametrize("number", [1, 7, 2_047])
def test_any_number_of_rows_takes_one_statement(stage, number):
    with CaptureQueriesContext(connection) as queries:
        insert_many(encounters(stage, number))
    assert len(queries) == 1
    assert stage.encounters.count() == number


def test_keys_follow_the_order_of_the_rows(stage):
    rows = encounters(stage, 300)
    insert_many(rows)
    stored = stage.encounters.order_by("pk").values_list("pk", "position", "public_id")
    assert list(stored) == [(row.pk, row.position, row.public_id) for row in rows]


def test_every_kind_of_value_is_stored_unchanged(stage):
    decided = Encounter(
        stage=stage,
        part=Part.LOSERS,
        round=3,
        position=2,
        state=EncounterState.DECIDED,
        winner="A",
        decided_by=DecidedBy.WALKOVER,
        started_at=NOW,
        decided_at=datetime(2026, 11, 21, 20, 15, 3, 456789, tzinfo=UTC),
        first_dealer="B2",
    )
    insert_many([decided])
    side = EncounterSide(encounter=decided, letter="D", vacant=True, from_place=2, wins=None)
    insert_many([side])
    for row in (decided, side):
        stored = type(row).objects.get(pk=row.pk)
        for field in row._meta.concrete_fields:
            assert getattr(stored, field.attname) == getattr(row, field.attname), field.name


def test_inserted_row_can_be_saved_again(stage):
    rows = encounters(stage, 1)
    insert_many(rows)
    rows[0].round = 9
    rows[0].save()
    assert list(stage.encounters.values_list("round", flat=True)) == [9]


def test_no_rows_take_no_query():
    with CaptureQueriesContext(connection) as queries:
        insert_many([])
    assert len(queries) == 0


@pytest.mark.parametrize("insert", [insert_many, insert_family])
def test_database_constraints_apply(stage, insert):
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([*encounters(stage, 1), *encounters(stage, 1)])
    if connection.vendor == "postgresql":
        with pytest.raises(DataError):
            insert([Encounter(stage=stage, round=1, position=1, first_dealer="A1+")])


def family(stage: Stage, number: int) -> tuple[list[Encounter], list[EncounterSide]]:
    rows = encounters(stage, number)
    sides = [EncounterSide(encounter=encounter, letter=letter) for encounter in rows for letter in "AB"]
    for side, feeder in zip(sides[::2], rows[1:], strict=False):
        side.from_encounter = feeder
    return rows, sides


@pytest.mark.parametrize("number", [1, 300])
def test_family_takes_one_statement_and_on_sqlite_one_for_keys_and_each_model(stage, number):
    rows, sides = family(stage, number)
    with CaptureQueriesContext(connection) as queries:
        insert_family(sides, [], rows)
    assert len(queries) == {"sqlite": 3, "postgresql": 1}[connection.vendor]
    assert [row.pk for row in rows] == list(stage.encounters.order_by("pk").values_list("pk", flat=True))
    columns = ("pk", "encounter", "letter", "from_encounter")
    stored = EncounterSide.objects.filter(encounter__stage=stage).order_by("pk").values_list(*columns)
    assert list(stored) == [
        (side.pk, side.encounter.pk, side.letter, side.from_encounter_id) for side in sides
    ]
    assert [side.from_encounter for side in sides[:-2:2]] == rows[1:]


def test_keys_of_a_family_are_unique(stage):
    insert_many(encounters(stage, 2))
    rows = [Encounter(stage=stage, round=2, position=position) for position in range(2)]
    insert_family(rows)
    insert_many([Encounter(stage=stage, round=3, position=0)])
    assert list(stage.encounters.order_by("pk").values_list("round", flat=True)) == [1, 1, 2, 2, 3]
    with pytest.raises(IntegrityError):
        insert_family([Encounter(stage=stage, round=3, position=0)])
