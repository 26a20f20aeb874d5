from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.officials.domain import departures, late_entries, stage_rounds
from tests.factories import NOW, drawn_tournament, first_stage, play_encounter, play_table, singles_tournament
from tests.scoring.stage_flows import (
    ELIMINATION,
    SWISS,
    draw_next_round,
    drawn_flow,
    play_ready,
    ready_encounters,
)
from tests.scoring.tables_of_four import drawn_fours, play_round
from tournaments.draws.domain import rounds
from tournaments.enums import EncounterState, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, GroupPlace, LogRow, Stage, Tournament
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play.late_entries import NoPlaceForLate
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule import stage_feeds
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings, StageSettings
from tournaments.tables.domain import table_changes

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)
FINAL = replace(ELIMINATION, feeds=(FeedSettings(1, 1, 2),))


def swiss(pairs: int, *later_stages: StageSettings, rounds: int = 3) -> Tournament:
    return drawn_flow(replace(SWISS, rounds=rounds), *later_stages, pairs=pairs)


def set_last_round(stage: Stage, number: int, **extra: bool) -> None:
    stage_rounds.set_last_round(stage=stage, last_round=number, change=Change(CONSOLE, NOW), **extra)
    stage.refresh_from_db()
    stage.tournament.refresh_from_db()


def withdraw(stage: Stage, number: int) -> list[Entrant]:
    leavers = list(stage.tournament.entrants.order_by("number")[:number])
    for entrant in leavers:
        departures.withdraw(entrant=entrant, results=LeaverResults.KEPT, change=Change(CONSOLE, LATER))
    stage.tournament.refresh_from_db()
    return leavers


def ranks(stage: Stage) -> dict[int, int | None]:
    places = GroupPlace.objects.filter(group__stage=stage).order_by("entrant__number")
    return dict(places.values_list("entrant__number", "rank"))


def state(tournament: Tournament) -> tuple[str, Entrant | None]:
    tournament.refresh_from_db()
    return tournament.state, tournament.champion


def test_swiss_stage_with_too_few_left_is_over():
    tournament = swiss(4)
    stage = first_stage(tournament)
    play_ready(tournament)
    leavers = withdraw(stage, 3)
    assert rounds.round_to_draw(stage) is None
    (last,) = tournament.entrants.in_play()
    assert state(tournament) == (TournamentState.FINISHED, last)
    assert sorted(ranks(stage)[entrant.number] or 0 for entrant in leavers) == [2, 3, 4]
    departures.undo_departure(entrant=leavers[-1], change=Change(CONSOLE, LATER))
    assert rounds.round_to_draw(stage) == 2
    assert state(tournament) == (TournamentState.PLAYING, None)
    assert not verify(tournament).discrepancies


def test_fours_with_too_few_left_are_over():
    tournament = drawn_fours(players=5)
    stage = first_stage(tournament)
    play_round(tournament)
    leavers = withdraw(stage, 2)
    assert rounds.round_to_draw(stage) is None
    assert state(tournament)[0] == TournamentState.FINISHED
    assert sorted(ranks(stage)[entrant.number] or 0 for entrant in leavers) == [4, 5]


def test_tables_of_four_with_too_few_left_are_over():
    tournament = singles_tournament(players=5)
    stage = first_stage(tournament)
    (table,) = stage.encounters.undecided()
    play_table(table, 0, 40, 20, 30)
    leavers = withdraw(stage, 2)
    assert rounds.round_to_draw(stage) is None
    ranked = stage_feeds.ranks_of(stage)
    order = [entrant for rank in sorted(ranked) for entrant in ranked[rank]]
    assert set(order[-2:]) == set(leavers)
    assert state(tournament) == (TournamentState.FINISHED, order[0])
    departures.undo_departure(entrant=leavers[0], change=Change(CONSOLE, LATER))
    assert rounds.round_to_draw(stage) == 2
    assert state(tournament) == (TournamentState.PLAYING, None)


def test_next_stage_follows_a_stage_with_too_few_left():
    tournament = swiss(4, FINAL)
    play_ready(tournament)
    withdraw(first_stage(tournament), 3)
    assert tournament.stages.get(position=2).drawn_at is not None


def test_rounds_are_fixed_at_the_draw():
    stage = first_stage(swiss(8, rounds=0))
    assert stage.last_round == 3
    assert stage_rounds.round_counts(stage) == stage_rounds.RoundCounts(present=3, fewest=1, most=7)


def test_stage_ends_after_the_played_round_and_goes_on_with_more():
    tournament = swiss(8)
    stage = first_stage(tournament)
    play_ready(tournament)
    set_last_round(stage, 1)
    assert sorted(filter(None, ranks(stage).values())) == list(range(1, 9))
    assert state(tournament)[0] == TournamentState.FINISHED
    row = LogRow.objects.get(action="rounds_changed")
    assert [json.loads(text)["rounds"] for text in (row.before, row.after)] == [3, 1]
    set_last_round(stage, 4)
    assert rounds.round_to_draw(stage) == 2
    assert set(ranks(stage).values()) == {None}
    assert state(tournament) == (TournamentState.PLAYING, None)
    assert not verify(tournament).discrepancies


def test_drawn_rounds_and_repeated_pairings_are_refused():
    tournament = swiss(4)
    stage = first_stage(tournament)
    play_ready(tournament)
    draw_next_round(stage)
    for number in (1, 4):
        with pytest.raises(stage_rounds.RoundCountNotPossible):
            set_last_round(stage, number)


def test_rounds_of_a_bracket_are_refused():
    with pytest.raises(stage_rounds.RoundsNotChangeable):
        set_last_round(first_stage(drawn_flow(ELIMINATION, pairs=4)), 2)


def test_begun_next_stage_keeps_the_rounds():
    tournament = swiss(4, FINAL, rounds=1)
    play_ready(tournament)
    stage = first_stage(tournament)
    set_last_round(stage, 2)
    assert ready_encounters(tournament) == []
    set_last_round(stage, 1)
    play_ready(tournament)
    with pytest.raises(LaterPlayAffected):
        set_last_round(stage, 2)


def play_first_round_of_group() -> Stage:
    stage = first_stage(drawn_tournament(pairs=4, groups=1))
    for margin, encounter in enumerate(stage.encounters.filter(round=1).order_by("pk")):
        play_encounter(encounter, points=(30 + margin, 40))
    return stage


def test_group_leaves_out_later_rounds_until_they_are_added_again():
    stage = play_first_round_of_group()
    assert stage_rounds.round_counts(stage) == stage_rounds.RoundCounts(present=3, fewest=1, most=3)
    set_last_round(stage, 1)
    assert not stage.encounters.undecided().exists()
    assert all(ranks(stage).values())
    set_last_round(stage, 2)
    assert [encounter.round for encounter in stage.encounters.undecided()] == [2, 2]
    assert set(stage.encounters.undecided().values_list("state", flat=True)) == {EncounterState.READY}
    assert set(ranks(stage).values()) == {None}
    assert not verify(stage.tournament).discrepancies


def test_restored_encounters_of_a_leaver_are_walkovers():
    stage = play_first_round_of_group()
    set_last_round(stage, 2)
    (leaver,) = withdraw(stage, 1)
    set_last_round(stage, 3)
    assert stage.encounters.not_annulled().get(round=3, sides__entrant=leaver).decided_by == "walkover"
    assert not verify(stage.tournament).discrepancies


def test_walkovers_of_a_leaver_are_no_begun_rounds():
    stage = play_first_round_of_group()
    withdraw(stage, 1)
    assert stage_rounds.round_counts(stage) == stage_rounds.RoundCounts(present=3, fewest=1, most=3)


def test_rounds_left_out_stay_out_when_a_departure_is_undone():
    stage = play_first_round_of_group()
    (leaver,) = stage.tournament.entrants.order_by("number")[:1]
    departures.withdraw(entrant=leaver, results=LeaverResults.ANNULLED, change=Change(CONSOLE, LATER))
    set_last_round(stage, 1)
    departures.undo_departure(entrant=leaver, change=Change(CONSOLE, LATER))
    assert not stage.encounters.not_annulled().filter(round__gt=1).exists()
    assert all(ranks(stage).values())


def test_restored_encounter_leaves_a_table_that_was_closed():
    stage = play_first_round_of_group()
    left_out = stage.encounters.filter(round=3).select_related("table").order_by("pk")[0]
    set_last_round(stage, 2)
    assert left_out.table is not None
    table_changes.close_table(table=left_out.table, by=CONSOLE, at=LATER)
    set_last_round(stage, 3)
    left_out.refresh_from_db()
    assert left_out.annulled_at is None
    assert left_out.table.closed is False


def test_late_pair_meets_everybody_after_the_rounds_are_added_again():
    stage = play_first_round_of_group()
    set_last_round(stage, 1)
    entry = ListedEntrant("", ("Deniz Ak", "Ege Su"))
    with pytest.raises(NoPlaceForLate):
        late_entries.add_late(tournament=stage.tournament, entry=entry, change=Change(CONSOLE, LATER))
    set_last_round(stage, 3)
    assert stage.last_round is None
    late = late_entries.add_late(tournament=stage.tournament, entry=entry, change=Change(CONSOLE, LATER))
    assert stage.encounters.not_annulled().filter(sides__entrant=late).count() == 4
