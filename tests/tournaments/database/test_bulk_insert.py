"""Many rows in one statement: what comes back is what was put in, in its order."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, open_tournament
from tests.kept import kept
from tournaments.database.bulk_insert import insert_family, insert_many
from tournaments.enums import DecidedBy, EncounterState, Part
from tournaments.models import Encounter, EncounterSide, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@kept
def stage() -> Stage:
    return open_tournament().stages.order_by("position")[0]


def encounters(stage: Stage, number: int) -> list[Encounter]:
    return [Encounter(stage=stage, round=1, position=position) for position in range(number)]


@pytest.mark.parametrize("number", [1, 7, 2_047])
def test_one_statement_whatever_their_number(stage, number):
    with CaptureQueriesContext(connection) as asked:
        insert_many(encounters(stage, number))
    assert len(asked) == 1
    assert stage.encounters.count() == number


def test_keys_ascend_in_the_order_given(stage):
    made = encounters(stage, 300)
    insert_many(made)
    stored = stage.encounters.order_by("pk").values_list("pk", "position", "public_id")
    assert list(stored) == [(one.pk, one.position, one.public_id) for one in made]


def test_every_kind_of_value_comes_back_as_it_was(stage):
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
    for made in (decided, side):
        stored = type(made).objects.get(pk=made.pk)
        for field in made._meta.concrete_fields:
            assert getattr(stored, field.attname) == getattr(made, field.attname), field.name


def test_a_row_that_was_inserted_is_saved_as_one_that_exists(stage):
    made = encounters(stage, 1)
    insert_many(made)
    made[0].round = 9
    made[0].save()
    assert list(stage.encounters.values_list("round", flat=True)) == [9]


def test_nothing_to_insert_asks_nothing():
    with CaptureQueriesContext(connection) as asked:
        insert_many([])
    assert len(asked) == 0


@pytest.mark.parametrize("insert", [insert_many, insert_family])
def test_what_the_database_forbids_stays_forbidden(stage, insert):
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([*encounters(stage, 1), *encounters(stage, 1)])
    if connection.vendor == "postgresql":
        with pytest.raises(DataError):
            insert([Encounter(stage=stage, round=1, position=1, first_dealer="A1+")])


def family(stage: Stage, number: int) -> tuple[list[Encounter], list[EncounterSide]]:
    """Encounters of which each is filled by the one after it, and their sides."""
    made = encounters(stage, number)
    sides = [EncounterSide(encounter=one, letter=letter) for one in made for letter in "AB"]
    for side, later in zip(sides[::2], made[1:], strict=False):
        side.from_encounter = later
    return made, sides


@pytest.mark.parametrize("number", [1, 300])
def test_a_family_is_one_statement_and_on_sqlite_one_a_model_beside_its_keys(stage, number):
    made, sides = family(stage, number)
    with CaptureQueriesContext(connection) as asked:
        insert_family(sides, [], made)
    assert len(asked) == {"sqlite": 3, "postgresql": 1}[connection.vendor]
    assert [one.pk for one in made] == list(stage.encounters.order_by("pk").values_list("pk", flat=True))
    told = ("pk", "encounter", "letter", "from_encounter")
    stored = EncounterSide.objects.filter(encounter__stage=stage).order_by("pk").values_list(*told)
    assert list(stored) == [(one.pk, one.encounter.pk, one.letter, one.from_encounter_id) for one in sides]
    assert [one.from_encounter for one in sides[:-2:2]] == made[1:]


def test_keys_of_a_family_are_nobody_elses(stage):
    insert_many(encounters(stage, 2))
    made = [Encounter(stage=stage, round=2, position=position) for position in range(2)]
    insert_family(made)
    insert_many([Encounter(stage=stage, round=3, position=0)])
    assert list(stage.encounters.order_by("pk").values_list("round", flat=True)) == [1, 1, 2, 2, 3]
    with pytest.raises(IntegrityError):
        insert_family([Encounter(stage=stage, round=3, position=0)])
