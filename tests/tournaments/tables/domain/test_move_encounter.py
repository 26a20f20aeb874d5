from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW, drawn_tournament, encounters_of, play_encounter, play_hand
from tests.module_fixtures import module_fixture
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.tables.domain import move_encounter, tables

pytestmark = pytest.mark.django_db


def move(encounter: Encounter, table: Table) -> None:
    move_encounter.move_encounter(encounter=encounter, table=table, by=CONSOLE, at=NOW)
    encounter.refresh_from_db()


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=8, groups=2, tables=3)


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def other_table(encounter: Encounter) -> Table:
    return Table.objects.exclude(encounters=encounter).order_by("number")[0]


def current(table: Table) -> Encounter:
    current = tables.current_encounter(table)
    assert current is not None
    return current


def queue(table: Table) -> list[int]:
    return [encounter.pk for encounter in Encounter.objects.in_table_queues().filter(table=table)]


def test_unplayed_encounter_waits_behind_the_others(encounter):
    target = other_table(encounter)
    before = queue(target)
    move(encounter, target)
    assert queue(target) == [*before, encounter.pk]
    assert queue(target)[0] == before[0]


def test_encounter_in_play_continues_at_once(encounter):
    play_hand(encounter)
    target = other_table(encounter)
    move(encounter, target)
    assert tables.current_encounter(target) == encounter
    play_encounter(encounter)
    assert encounter.winner == "A"


def test_old_table_continues_with_the_next(encounter):
    source = encounter.table
    following = queue(source)[1]
    move(encounter, other_table(encounter))
    assert queue(source)[0] == following


def test_encounter_in_play_cannot_move_to_a_busy_table(tournament, encounter):
    play_hand(encounter)
    target = other_table(encounter)
    play_hand(current(target))
    with pytest.raises(move_encounter.TableIsBusy):
        move(encounter, target)
    waiting = Encounter.objects.get(pk=queue(encounter.table)[1])
    move(waiting, target)
    assert waiting.table == target


def test_decided_encounter_is_not_moved(encounter):
    play_encounter(encounter)
    with pytest.raises(move_encounter.EncounterNotMovable):
        move(encounter, other_table(encounter))


def test_encounter_moved_back_has_its_previous_place(encounter):
    source, place = encounter.table, encounter.queue_place
    target = other_table(encounter)
    move(encounter, target)
    back = move_encounter.last_move(encounter)
    assert back is not None
    assert (back.table, back.queue_place) == (source, place)
    move(encounter, back.table)
    assert (encounter.table, encounter.queue_place) == (source, place)
    assert LogRow.objects.filter(action="encounter_moved").count() == 2


def test_move_to_the_same_table_changes_nothing(encounter):
    move(encounter, encounter.table)
    assert move_encounter.last_move(encounter) is None
    assert not LogRow.objects.filter(action="encounter_moved").exists()


def test_old_table_shows_where_its_encounter_went(encounter):
    source, target = encounter.table, other_table(encounter)
    assert move_encounter.encounters_moved_from(source, at=NOW) == []
    move(encounter, target)
    assert move_encounter.encounters_moved_from(source, at=NOW) == [encounter]
    assert move_encounter.encounters_moved_from(target, at=NOW) == []
    assert move_encounter.encounters_moved_from(source, at=NOW + timedelta(days=1)) == []
    move(encounter, source)
    assert move_encounter.encounters_moved_from(source, at=NOW) == []
    assert move_encounter.encounters_moved_from(target, at=NOW) == [encounter]
