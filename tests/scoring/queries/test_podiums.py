from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.play import walkovers
from scoring.queries.final_ranking import read_final_places
from scoring.queries.podiums import read_podiums
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import NOW, drawn_tournament, encounters_of, play_table, singles_tournament
from tests.scoring.officials.domain.official_actions import play_as_entered
from tests.scoring.queries.test_final_ranking import play_out
from tests.scoring.stage_flows import DOUBLE, ELIMINATION, drawn_flow, ready_encounters
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def tournament_in_groups() -> Tournament:
    return drawn_tournament(pairs=6, groups=2)


def bracket() -> Tournament:
    return drawn_flow(replace(ELIMINATION, third_place=True), pairs=4)


def double() -> Tournament:
    return drawn_flow(DOUBLE, pairs=4)


def podium(tournament: Tournament) -> list[tuple[int, set[str]]]:
    tournament.refresh_from_db()
    places = read_podiums([tournament]).get(tournament.pk, [])
    return [(place.place, {entrant.name for entrant in place.entrants}) for place in places]


@pytest.mark.release
@pytest.mark.parametrize("make", [tournament_in_groups, bracket, double])
def test_podium_is_the_top_of_the_final_ranking(make):
    tournament = make()
    play_out(tournament)
    ranking = read_final_places(read_tournament_context(tournament.public_id))
    first = [
        (place.place, {entrant.name for entrant in place.entrants}) for place in ranking if place.place <= 3
    ]
    assert podium(tournament) == first
    assert len(first) > 1


def test_podium_of_tables_of_four_comes_from_the_final_table():
    tournament = singles_tournament(players=4)
    (table,) = encounters_of(tournament)
    play_table(table, 0, 20, 30, 40)
    assert [place for place, _names in podium(tournament)] == [1, 2, 3]


def test_no_podium_without_a_champion():
    tournament = drawn_flow(ELIMINATION, pairs=4)
    assert podium(tournament) == []
    for encounter in ready_encounters(tournament):
        play_as_entered(encounter)
    (final,) = ready_encounters(tournament)
    walkovers.record_double_walkover(encounter=final, change=Change(CONSOLE, NOW))
    assert podium(tournament) == []


@pytest.mark.release
@pytest.mark.postgres
def test_number_of_queries_is_the_same_for_one_and_for_two_brackets():
    brackets = [bracket() for _number in range(2)]
    for bracket_ in brackets:
        play_out(bracket_)
        bracket_.refresh_from_db()
    counts = []
    for tournaments in (brackets[:1], brackets):
        with CaptureQueriesContext(connection) as queries:
            assert len(read_podiums(tournaments)) == len(tournaments)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8
