from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import tasks
from scoring.ledger import standings_requests
from scoring.models import Standing, StandingsCache
from scoring.play.walkovers import record_walkover
from scoring.standings import standings_cache, standings_rows
from tests.factories import (
    LEAGUE,
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.module_fixtures import module_fixture
from tournaments.draws.domain import draw
from tournaments.enums import SideLetter, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Group, Stage, Tournament
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=6, groups=2)


def stage_of(tournament: Tournament) -> Stage:
    return tournament.stages.select_related("tournament").get(kind=StageKind.GROUPS)


def stale_tournaments() -> list[int]:
    return [pk for _since, pk in standings_cache.stale_tournaments()]


def refresh(tournament: Tournament) -> bool:
    return standings_cache.refresh(stage=stage_of(tournament), at=NOW)


def table_of(encounter: Encounter) -> StandingsCache:
    return StandingsCache.objects.get(group=encounter.group)


def version_of(encounter: Encounter) -> int:
    return table_of(encounter).moved + Stage.objects.get(pk=encounter.stage_id).ledger_version


def row_of(encounter: Encounter, letter: str) -> Standing:
    return Standing.objects.get(entrant=encounter.sides.get(letter=letter).entrant)


def play_group(group: Group) -> None:
    encounters = group.encounters.prefetch_related("sides__entrant").select_related("stage__tournament")
    for encounter in encounters:
        earlier = min(encounter.sides.all(), key=lambda side: side.entrant.number if side.entrant else 0)
        play_encounter(encounter, earlier.letter)


def groups_of(tournament: Tournament) -> list[Group]:
    return list(Group.objects.filter(stage__tournament=tournament).order_by("position"))


def all_rows() -> list[Any]:
    rows = Standing.objects.order_by("entrant").values()
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def test_everybody_has_an_empty_row_before_the_first_hand(tournament):
    assert refresh(tournament)
    rows = Standing.objects.all()
    assert len(rows) == 6
    assert {(row.rank, row.tied, row.encounters_played, row.penalties) for row in rows} == {(1, True, 0, 0)}
    assert {row.qualified for row in rows} == {False}
    for group in groups_of(tournament):
        assert sorted(group.standings.values_list("place", flat=True)) == [1, 2, 3]


def test_hand_counts_before_its_encounter_is_decided(tournament):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, report(points=(30, 40), fouls=1))
    refresh(tournament)
    winner_row, loser_row = row_of(encounter, "A"), row_of(encounter, "B")
    assert (
        winner_row.penalties,
        winner_row.opponents_penalties,
        winner_row.average,
        winner_row.infractions,
    ) == (0, 70, 70, 1)
    assert (loser_row.penalties, loser_row.opponents_penalties, loser_row.average, loser_row.infractions) == (
        70,
        0,
        -70,
        0,
    )
    assert (winner_row.encounters_played, winner_row.encounters_won, winner_row.matches_won) == (0, 0, 0)


def test_decided_encounter_counts_as_played_and_won(tournament):
    encounter = encounters_of(tournament)[0]
    play_encounter(encounter)
    refresh(tournament)
    winner_row, loser_row = row_of(encounter, "A"), row_of(encounter, "B")
    assert (
        winner_row.encounters_played,
        winner_row.encounters_won,
        winner_row.matches_won,
        winner_row.matches_lost,
    ) == (1, 1, 1, 0)
    assert (loser_row.encounters_played, loser_row.encounters_won, loser_row.match_difference) == (1, 0, -1)
    assert (winner_row.place, winner_row.rank, winner_row.tied) == (1, 1, False)


def test_void_and_superseded_hands_do_not_count(tournament):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, void_report())
    play_hand(encounter, report(points=(100, 100), fouls=3))
    correct(encounter, report(points=(10, 10)), deal=2)
    refresh(tournament)
    assert (row_of(encounter, "A").penalties, row_of(encounter, "A").infractions) == (-101, 0)
    assert row_of(encounter, "B").penalties == 20
    assert table_of(encounter).hands == 1


def test_repeated_refresh_does_nothing(tournament):
    play_hand(encounters_of(tournament)[0])
    assert refresh(tournament)
    before, counter = all_rows(), Tournament.objects.get(pk=tournament.pk).counter
    assert not refresh(tournament)
    assert all_rows() == before
    assert Tournament.objects.get(pk=tournament.pk).counter == counter


def test_rows_are_recomputed_rather_than_added_to(tournament):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    refresh(tournament)
    before = all_rows()
    StandingsCache.objects.update(as_of=0)
    assert refresh(tournament)
    assert all_rows() == before


def test_refresh_notifies_pages_and_stores_its_version(tournament):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    counter = Tournament.objects.get(pk=tournament.pk).counter
    refresh(tournament)
    table = table_of(encounter)
    assert Tournament.objects.get(pk=tournament.pk).counter == counter + 1
    assert (table.as_of, table.hands, table.refreshed_at) == (version_of(encounter), 1, NOW)


def test_stage_is_stale_from_a_hand_until_its_refresh(tournament):
    assert stale_tournaments() == []
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    assert stale_tournaments() == [tournament.pk]
    refresh(tournament)
    assert stale_tournaments() == []
    correct(encounter, report(points=(1, 2)))
    assert stale_tournaments() == [tournament.pk]


def test_knockout_has_no_standings_to_be_stale(tournament):
    for group in groups_of(tournament):
        play_group(group)
    refresh(tournament)
    play_hand(encounters_of(tournament)[-3])
    assert stale_tournaments() == []


def test_stale_standings_are_refreshed_per_tournament(tournament):
    other = drawn_tournament(pairs=6, groups=2)
    for stale_tournament in (tournament, other):
        play_hand(encounters_of(stale_tournament)[0])
    assert stale_tournaments() == [tournament.pk, other.pk]
    assert [standings_cache.refresh_stale(tournament=other, at=NOW) for _again in range(2)] == [1, 0]
    assert stale_tournaments() == [tournament.pk]


def test_task_for_a_missing_stage_does_nothing(tournament):
    stage = stage_of(tournament)
    play_hand(encounters_of(tournament)[0])
    assert tasks.refresh_standings(stage.pk) is True
    assert tasks.refresh_standings(stage.pk) is False
    assert tasks.refresh_standings(0) is False


def test_rows_never_claim_to_be_newer_than_their_hands(tournament):
    """A hand recorded during the refresh leaves the rows stale, not wrong."""
    first, second = (encounter for encounter in encounters_of(tournament)[:2])
    assert first.group == second.group
    play_hand(first)
    late: list[str] = []

    def hand_comes_in(execute, sql, params, many, context):
        if "scoring_entryseat" in sql and not late:
            late.append(sql)
            play_hand(second)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(hand_comes_in):
        refresh(tournament)
    assert late
    assert table_of(second).as_of == version_of(second) - 1
    assert stale_tournaments() == [tournament.pk]
    assert refresh(tournament)
    assert table_of(second).as_of == version_of(second)


def test_hand_changes_only_rows_of_its_own_group(tournament):
    refresh(tournament)
    own, other = groups_of(tournament)
    before = {row.pk: row for row in Standing.objects.all()}
    encounter = own.encounters.select_related("stage__tournament").earliest("pk")
    play_hand(encounter)
    with CaptureQueriesContext(connection) as queries:
        refresh(tournament)
    after = {row.pk for row in Standing.objects.all()}
    played = {side.entrant_id for side in encounter.sides.all()}
    assert {before[pk].entrant_id for pk in before.keys() - after} >= played
    assert {before[pk].group_id for pk in before.keys() - after} == {own.pk}
    assert {row.pk for row in before.values() if row.group_id == other.pk} <= after
    statements = [query["sql"] for query in queries.captured_queries]
    assert not any(f'group_id" IN ({own.pk}, {other.pk})' in sql for sql in statements)


def test_change_of_a_whole_stage_recomputes_all_its_groups(tournament):
    refresh(tournament)
    standings_requests.count_stage_write(stage_of(tournament))
    Standing.objects.update(penalties=7)
    assert refresh(tournament)
    assert set(Standing.objects.values_list("penalties", flat=True)) == {0}


@pytest.fixture
def requested_stages(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    stages: list[int] = []
    monkeypatch.setattr(standings_requests, "request_standings", stages.append)
    return stages


def test_hands_request_no_second_refresh_while_one_is_pending(
    tournament, requested_stages, django_capture_on_commit_callbacks
):
    refresh(tournament)
    stage = stage_of(tournament)
    first, *others = encounters_of(tournament)[:4]
    for encounter in (first, *others):
        with django_capture_on_commit_callbacks(execute=True):
            play_hand(encounter)
    assert requested_stages == [stage.pk]
    assert tasks.refresh_standings(stage.pk)
    assert requested_stages == [stage.pk], "nothing came meanwhile"
    with django_capture_on_commit_callbacks(execute=True):
        play_hand(first)
    assert requested_stages == [stage.pk, stage.pk]


def test_groups_in_play_are_refreshed_first(tournament, requested_stages, monkeypatch, client):
    monkeypatch.setattr(standings_cache, "MAX_UNBEGUN_GROUPS", 1)
    stage = stage_of(tournament)
    first = encounters_of(tournament)[0]
    play_hand(first, report(points=(30, 40)))
    assert tasks.refresh_standings(stage.pk)
    assert set(Standing.objects.values_list("group", flat=True)) == {first.group_id}
    assert requested_stages == [stage.pk]
    page = client.get(f"/t/{tournament.public_id}/groups/").content.decode()
    assert "70" in page
    assert all(entrant.name in page for entrant in tournament.entrants.all())
    assert tasks.refresh_standings(stage.pk)
    assert not standings_cache.is_stale(stage)
    assert requested_stages == [stage.pk]
    assert list(standings_cache.find_differences(stage)) == []


def test_groups_left_without_rows_by_a_dead_refresh_are_swept(tournament, requested_stages, monkeypatch):
    monkeypatch.setattr(standings_cache, "MAX_UNBEGUN_GROUPS", 0)
    stage = stage_of(tournament)
    play_hand(encounters_of(tournament)[0])
    assert refresh(tournament)
    assert list(standings_cache.find_differences(stage))
    assert stale_tournaments() == [tournament.pk]
    assert list(standings_cache.stale_stages()) == [stage]
    monkeypatch.setattr(standings_cache, "MAX_UNBEGUN_GROUPS", 8)
    assert standings_cache.refresh_stale(tournament=tournament, at=NOW) == 1
    assert (stale_tournaments(), requested_stages) == ([], [])
    assert list(standings_cache.find_differences(stage)) == []


def test_sweep_requests_a_refresh_of_the_groups_it_leaves(requested_stages, monkeypatch):
    monkeypatch.setattr(standings_cache, "MAX_UNBEGUN_GROUPS", 1)
    tournament = drawn_tournament(pairs=9, groups=3)
    play_hand(encounters_of(tournament)[0])
    stage = stage_of(tournament)
    standings_cache.refresh_stale(tournament=tournament, at=NOW)
    assert standings_cache.is_stale(stage)
    assert requested_stages == [stage.pk]


def test_write_during_a_refresh_is_picked_up_by_the_next(tournament, requested_stages, monkeypatch):
    first, second = encounters_of(tournament)[:2]
    play_hand(first)
    rows_of = standings_rows.compute_rows

    def meanwhile(*arguments: Any) -> list[Standing]:
        rows = rows_of(*arguments)
        play_hand(second)
        return rows

    monkeypatch.setattr(standings_cache, "compute_rows", meanwhile)
    assert tasks.refresh_standings(first.stage_id)
    assert requested_stages == [first.stage_id]
    monkeypatch.setattr(standings_cache, "compute_rows", rows_of)
    assert tasks.refresh_standings(first.stage_id)
    assert requested_stages == [first.stage_id]
    assert list(standings_cache.find_differences(stage_of(tournament))) == []


def test_slower_of_two_refreshes_stores_nothing(tournament, monkeypatch):
    first, second = encounters_of(tournament)[:2]
    play_hand(first)
    rows_of = standings_rows.compute_rows

    def overtaken(*arguments: Any) -> list[Standing]:
        rows = rows_of(*arguments)
        monkeypatch.setattr(standings_cache, "compute_rows", rows_of)
        play_hand(second)
        assert refresh(tournament)
        return rows

    monkeypatch.setattr(standings_cache, "compute_rows", overtaken)
    assert not refresh(tournament)
    assert list(standings_cache.find_differences(stage_of(tournament))) == []


@pytest.mark.postgres
def test_refresh_takes_a_constant_number_of_queries():
    counts = []
    for pairs, groups in ((12, 4), (96, 32)):
        tournament = drawn_tournament(pairs=pairs, groups=groups)
        for encounter in encounters_of(tournament)[:groups]:
            play_hand(encounter)
        with CaptureQueriesContext(connection) as queries:
            refresh(tournament)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 24


def test_qualified_is_set_when_the_group_is_complete(tournament):
    first, second = groups_of(tournament)
    play_group(first)
    refresh(tournament)
    assert list(first.standings.order_by("place").values_list("qualified", flat=True)) == [True, True, False]
    assert set(second.standings.values_list("qualified", flat=True)) == {False}
    reopened = first.encounters.select_related("stage__tournament").earliest("pk")
    correct(reopened, void_report())
    refresh(tournament)
    assert set(first.standings.values_list("qualified", flat=True)) == {False}


def test_only_the_first_of_a_single_group_is_qualified():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    (group,) = groups_of(tournament)
    play_group(group)
    refresh(tournament)
    assert list(group.standings.order_by("place").values_list("qualified", flat=True)) == [
        True,
        False,
        False,
        False,
    ]


def test_second_is_not_qualified_if_one_advances():
    tournament = drawn_tournament(pairs=6, groups=2, advance=1)
    group = groups_of(tournament)[0]
    play_group(group)
    refresh(tournament)
    assert list(group.standings.order_by("place").values_list("qualified", flat=True)) == [True, False, False]


def test_nobody_is_qualified_while_a_lot_is_to_be_drawn(tournament):
    group = groups_of(tournament)[0]
    for encounter in group.encounters.select_related("stage__tournament"):
        play_encounter(encounter, "A")  # In a group of three, each entrant is side A once.
    refresh(tournament)
    rows = group.standings.all()
    assert {(row.rank, row.tied, row.qualified) for row in rows} == {(1, True, False)}
    assert {row.place for row in rows} == {1, 2, 3}


def test_each_place_has_its_reasons_as_codes_and_ids(tournament):
    group = groups_of(tournament)[0]
    play_group(group)
    refresh(tournament)
    rows = list(group.standings.select_related("entrant").order_by("place"))
    first, second, third = ([str(row.entrant.public_id)] for row in rows)
    assert [[(reason["code"], reason["entrants"]) for reason in row.reasons] for row in rows] == [
        [("above", second)],
        [("above", third), ("below", first)],
        [("below", second)],
    ]


def test_walkover_counts_without_hands(tournament):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    encounter.refresh_from_db()
    record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    refresh(tournament)
    row = row_of(encounter, "B")
    assert (row.encounters_won, row.matches_won, row.penalties, row.opponents_penalties) == (1, 1, 0, 0)


def test_rows_of_an_undone_draw_are_removed(tournament):
    refresh(tournament)
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    assert not Standing.objects.exists()
    draw.draw_groups(tournament=tournament, groups=1, seed="7", by=CONSOLE, at=NOW)
    play_hand(encounters_of(tournament)[0])
    assert refresh(tournament)
    assert Standing.objects.count() == 6


def test_tournaments_do_not_mix(tournament):
    other = drawn_tournament(pairs=6, groups=2)
    play_hand(encounters_of(other)[0])
    refresh(tournament)
    refresh(other)
    assert set(Standing.objects.filter(stage__tournament=tournament).values_list("penalties", flat=True)) == {
        0
    }
    assert Standing.objects.filter(stage__tournament=other).exclude(penalties=0).count() == 2
