from __future__ import annotations

import pytest
from django.utils import translation

from scoring.public.public_labels import waits_for_label
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.table_queues import TableState, TableStatus, read_tables
from tests.factories import LEAGUE, NOW, drawn_tournament, encounters_of, play_encounter, play_hand
from tests.scoring.stage_flows import ELIMINATION, drawn_flow
from tests.scoring.table.table_phones import encounter_at, table_of
from tournaments.enums import EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db


def statuses(tournament: Tournament) -> list[TableStatus]:
    return read_tables(tournament, read_listings(tournament))


def can_begin(tournament: Tournament) -> list[bool]:
    return [status.next_can_begin for status in statuses(tournament)]


def test_next_encounter_cannot_begin_while_a_side_plays_elsewhere():
    tournament = drawn_tournament(pairs=4, groups=1, tables=2, stages=LEAGUE)
    assert can_begin(tournament) == [True, True]
    first, second = (encounter_at(table_of(tournament, number)) for number in (1, 2))
    play_hand(first)
    play_encounter(second)
    tables.call_next_encounter(encounter=second, by=CONSOLE, at=NOW)
    waiting = encounter_at(table_of(tournament, 2))
    assert {side.entrant_id for side in waiting.sides.all()} & {side.entrant_id for side in first.sides.all()}
    assert can_begin(tournament)[1] is False
    playing, free = statuses(tournament)
    assert [playing.state, free.state] == [TableState.PLAYING, TableState.WAITING]
    with translation.override("tr"):
        assert waits_for_label(free) == "1. masadaki oyun bitince"
    with translation.override("en"):
        assert waits_for_label(free) == "after the game at table 1"


def test_table_waits_for_what_is_still_to_be_played_elsewhere():
    tournament = drawn_tournament(pairs=3, groups=1, tables=2)
    first, second = statuses(tournament)
    assert [first.state, second.state] == [TableState.FREE, TableState.WAITING]
    with translation.override("tr"):
        assert waits_for_label(second) == "önce 1. masada oynanacak"


def test_table_in_play_waits_for_its_own_game():
    tournament = drawn_tournament(pairs=5, groups=1, tables=1, stages=LEAGUE)
    play_hand(encounters_of(tournament)[0])
    (status,) = statuses(tournament)
    assert status.state == TableState.PLAYING
    with translation.override("en"):
        assert waits_for_label(status) == "after this game"


def test_next_encounter_of_a_closed_table_cannot_begin():
    tournament = drawn_tournament(pairs=4, groups=1, tables=2, stages=LEAGUE)
    tournament.tables.filter(number=2).update(closed_at=NOW)
    assert encounters_of(tournament)
    assert can_begin(tournament) == [True, False]


@pytest.mark.release
def test_encounter_that_can_begin_passes_one_that_waits_for_a_side():
    tournament = drawn_flow(ELIMINATION, pairs=16, tables=2)
    late = encounter_at(table_of(tournament, 2))
    for encounter in encounters_of(tournament):
        if encounter.round == 1 and encounter != late:
            play_encounter(encounter)
            tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    place = next(place for place in statuses(tournament) if late.feeds.get().encounter.table == place.table)
    following, *_later, last = [queued.listing.encounter for queued in place.queue]
    assert (following.state, last.state) == (EncounterState.READY, EncounterState.PENDING)
    assert min(queued.listing.encounter.queue_place or 0 for queued in place.queue) != following.queue_place
    assert place.next_can_begin
    assert tables.current_encounter(place.table) == following
