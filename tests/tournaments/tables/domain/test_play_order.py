from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from scoring.officials.domain import late_entries, ties
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    groups_of,
    members,
    take_walkover_back,
    tied_and_clear_group,
)
from tests.scoring.stage_flows import ELIMINATION, GROUPS, draw_stage, drawn_flow, ready_encounters
from tournaments.enums import EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table, Tournament
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings
from tournaments.tables.domain import move_encounter, table_changes, tables

pytestmark = pytest.mark.django_db


def tables_of(encounters: Iterable[Encounter]) -> list[int | None]:
    return [encounter.table.number if encounter.table else None for encounter in encounters]


def first_at(tournament: Tournament) -> dict[int, Encounter | None]:
    return {table.number: tables.current_encounter(table) for table in tournament.tables.order_by("number")}


@module_fixture
def parallel() -> Tournament:
    """Two brackets of eight fed by four groups, drawn at the same moment at eight tables."""
    main = replace(ELIMINATION, feeds=(FeedSettings(1, 1, 2),))
    consolation = replace(ELIMINATION, feeds=(FeedSettings(1, 3, 4),))
    tournament = open_tournament(pairs=16, tables=8, stages=(GROUPS, main, consolation))
    draw_stage(first_stage(tournament), groups=4)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    return tournament


def test_parallel_stages_begin_at_all_free_tables(parallel):
    ready = ready_encounters(parallel)
    assert len(ready) == 8
    assert sorted(number or 0 for number in tables_of(ready)) == list(range(1, 9))
    assert set(first_at(parallel).values()) == set(ready)


def test_an_encounter_keeps_its_table_if_that_is_free():
    tournament = drawn_flow(ELIMINATION, pairs=8, tables=8)
    planned = {encounter.pk: encounter.table_id for encounter in encounters_of(tournament)}
    for encounter in ready_encounters(tournament):
        play_encounter(encounter)
    assert {encounter.pk: encounter.table_id for encounter in encounters_of(tournament)} == planned


def test_encounters_of_a_late_pair_go_to_free_tables():
    tournament = drawn_tournament(pairs=7, groups=2, tables=12)
    before = [encounter.pk for encounter in encounters_of(tournament)]
    taken = {encounter.table_id for encounter in encounters_of(tournament)}
    entry = ListedEntrant("", ("Deniz Ak", "Ege Su"))
    late_entries.add_late(tournament=tournament, entry=entry, change=Change(CONSOLE, NOW))
    added = [encounter for encounter in encounters_of(tournament) if encounter.pk not in before]
    assert len(added) == 3
    assert len({encounter.table_id for encounter in added} - taken) == 3


def test_extra_encounter_goes_to_a_free_table():
    tied, clear = tied_and_clear_group()
    other = clear.encounters.select_related("stage__tournament").order_by("pk")[0]
    take_walkover_back(other)
    first_table = Table.objects.get(tournament=tied.stage.tournament, number=1)
    move_encounter.move_encounter(encounter=other, table=first_table, by=CONSOLE, at=NOW)
    play_hand(other)
    extra = ties.add_extra_encounter(group=tied, entrants=members(tied)[1:], change=Change(CONSOLE, NOW))
    assert tables.current_encounter(first_table) == other
    assert extra.table is not None
    assert tables.current_encounter(extra.table) == extra


def test_what_can_begin_precedes_what_waits_for_a_side_when_a_table_closes(parallel):
    waiting = Encounter.objects.filter(stage__tournament=parallel, state=EncounterState.PENDING)
    target = waiting.select_related("table").order_by("pk")[0].table
    assert target is not None
    for encounter in ready_encounters(parallel):
        if encounter.table == target:
            play_encounter(encounter)
            tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    (closed,) = parallel.tables.exclude(pk=target.pk).order_by("number")[:1]
    moved = tables.current_encounter(closed)
    table_changes.close_table(table=closed, by=CONSOLE, at=NOW)
    assert first_at(parallel)[target.number] == moved
