from __future__ import annotations

import pytest

from scoring.officials.domain import departures
from scoring.queries.final_ranking import read_final_places
from scoring.queries.final_records import FinalRecord, read_final_records
from scoring.queries.play_labels import stage_reached_label
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_table,
    singles_tournament,
)
from tests.scoring.queries.test_final_ranking import play_out
from tests.scoring.stage_flows import DOUBLE, ELIMINATION, drawn_flow, refresh_standings
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def records(tournament: Tournament) -> list[FinalRecord]:
    context = read_tournament_context(tournament.public_id)
    return read_final_records(context, read_final_places(context))


@pytest.mark.release
def test_record_counts_wins_and_points_of_all_stages():
    tournament = drawn_tournament(pairs=8, groups=2)
    play_out(tournament)
    champion, *_others = found = records(tournament)
    assert (champion.row.encounters_won, champion.encounters_lost) == (5, 0)
    assert sum(record.row.encounters_won for record in found) == sum(
        record.encounters_lost for record in found
    )
    assert sum(record.row.average for record in found) == 0
    assert champion.row.average > 0


@pytest.mark.release
def test_stored_standings_and_the_ledger_give_the_same_rows():
    tournament = drawn_tournament(pairs=8, groups=2)
    play_out(tournament)
    from_ledger = records(tournament)
    refresh_standings(tournament)

    def figures(found: list[FinalRecord]) -> list[tuple[int, int, int, int]]:
        return [
            (record.entrant.pk, record.row.encounters_won, record.row.encounters_played, record.row.average)
            for record in found
        ]

    assert figures(records(tournament)) == figures(from_ledger)


@pytest.mark.release
def test_shared_place_lists_the_better_average_first():
    tournament = drawn_tournament(pairs=8, groups=2)
    play_out(tournament)
    figures = [(record.place.place, -record.row.average) for record in records(tournament)]
    assert figures == sorted(figures)


@pytest.mark.release
def test_stages_name_the_last_round_first_then_the_place_in_the_group():
    tournament = drawn_tournament(pairs=8, groups=2)
    play_out(tournament)
    found = records(tournament)
    assert [stage.round is not None for stage in found[0].stages] == [True, False]
    ((last,), (first, *_)) = found[-1].stages, found[0].stages
    assert (last.round, last.rank) == (None, 4)
    assert first.round is not None
    assert first.round.ties == 1
    assert all(stage_reached_label(stage) for record in found for stage in record.stages)


def test_place_in_the_only_group_of_a_tournament_is_not_repeated():
    tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE)
    play_out(tournament)
    assert not any(record.stages for record in records(tournament))


def test_byes_in_brackets_are_no_wins():
    tournament = drawn_flow(ELIMINATION, pairs=3)
    play_out(tournament)
    assert sum(record.row.encounters_won for record in records(tournament)) == 2


@pytest.mark.release
def test_double_elimination_names_the_last_encounter():
    tournament = drawn_flow(DOUBLE, pairs=4)
    play_out(tournament)
    assert all(len(record.stages) == 1 for record in records(tournament))


def test_table_of_four_counts_hands():
    tournament = singles_tournament(players=4)
    (table,) = encounters_of(tournament)
    play_table(table, 0, 20, 30, 40)
    found = records(tournament)
    assert len({record.row.hands for record in found}) == 1
    assert found[0].row.hands > 0
    assert [record.row.encounters_won for record in found] == [1, 0, 0, 0]


def test_medals_are_for_the_first_three_who_played():
    tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE)
    leaver = tournament.entrants.order_by("number")[1]
    departures.withdraw(entrant=leaver, results=LeaverResults.ANNULLED, change=Change(CONSOLE, NOW))
    play_out(tournament)
    assert [record.medal for record in records(tournament)] == [1, 2, None]


@pytest.mark.release
def test_fourth_place_has_no_medal():
    tournament = drawn_flow(ELIMINATION, pairs=8)
    play_out(tournament)
    assert [record.medal for record in records(tournament)] == [1, 2, 3, 3, None, None, None, None]


def test_no_records_before_the_end():
    tournament = drawn_tournament()
    play_encounter(encounters_of(tournament)[0])
    assert records(tournament) == []
