"""Encounters that are moved to another table, and back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW, drawn_tournament, encounters_of, play_encounter, play_hand
from tests.kept import kept
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.tables.domain import moving, tables

pytestmark = pytest.mark.django_db


def move(encounter: Encounter, table: Table) -> None:
    moving.move_encounter(encounter=encounter, table=table, by=CONSOLE, at=NOW)
    encounter.refresh_from_db()


@kept
def tournament() -> Tournament:
    return drawn_tournament(pairs=8, groups=2, tables=3)


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def other_table(encounter: Encounter) -> Table:
    return Table.objects.exclude(encounters=encounter).order_by("number")[0]


def current(table: Table) -> Encounter:
    found = tables.current_encounter(table)
    assert found is not None
    return found


def queue(table: Table) -> list[int]:
    return [one.pk for one in Encounter.objects.waiting_at_tables().filter(table=table)]


def test_before_it_is_played_it_waits_behind_the_others(encounter):
    there = other_table(encounter)
    before = queue(there)
    move(encounter, there)
    assert queue(there) == [*before, encounter.pk]
    assert queue(there)[0] == before[0]


def test_in_the_middle_of_play_it_goes_on_at_once(encounter):
    play_hand(encounter)
    there = other_table(encounter)
    move(encounter, there)
    assert tables.current_encounter(there) == encounter
    play_encounter(encounter)
    assert encounter.winner == "A"


def test_its_old_table_goes_on_with_the_next(encounter):
    here = encounter.table
    following = queue(here)[1]
    move(encounter, other_table(encounter))
    assert queue(here)[0] == following


def test_it_is_not_put_where_another_is_being_played(tournament, encounter):
    play_hand(encounter)
    there = other_table(encounter)
    play_hand(current(there))
    with pytest.raises(moving.TableIsBusy):
        move(encounter, there)
    waiting = Encounter.objects.get(pk=queue(encounter.table)[1])
    move(waiting, there)
    assert waiting.table == there


def test_a_decided_one_is_not_moved(encounter):
    play_encounter(encounter)
    with pytest.raises(moving.NotToBeMoved):
        move(encounter, other_table(encounter))


def test_moved_back_it_has_the_turn_that_it_had(encounter):
    here, place = encounter.table, encounter.queue_place
    there = other_table(encounter)
    move(encounter, there)
    back = moving.last_move(encounter)
    assert back is not None
    assert (back.table, back.queue_place) == (here, place)
    move(encounter, back.table)
    assert (encounter.table, encounter.queue_place) == (here, place)
    assert LogRow.objects.filter(action="encounter_moved").count() == 2


def test_the_same_table_is_no_move(encounter):
    move(encounter, encounter.table)
    assert moving.last_move(encounter) is None
    assert not LogRow.objects.filter(action="encounter_moved").exists()


def test_the_old_table_knows_for_an_evening_where_it_went(encounter):
    here, there = encounter.table, other_table(encounter)
    assert moving.moved_from(here, at=NOW) == []
    move(encounter, there)
    assert moving.moved_from(here, at=NOW) == [encounter]
    assert moving.moved_from(there, at=NOW) == []
    assert moving.moved_from(here, at=NOW + timedelta(days=1)) == []
    move(encounter, here)
    assert moving.moved_from(here, at=NOW) == []
    assert moving.moved_from(there, at=NOW) == [encounter]
