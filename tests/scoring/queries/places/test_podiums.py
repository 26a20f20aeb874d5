"""Who came first, second and third, in every format, as the final ranking tells it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.play import walkovers
from scoring.queries.places.final_ranking import read_final_places
from scoring.queries.places.podiums import read_podiums
from scoring.queries.tournament_context import read_frame
from tests.factories import NOW, drawn_tournament, encounters_of, play_table, singles_tournament
from tests.scoring.chains import DOUBLE, ELIMINATION, drawn, ready
from tests.scoring.officials.domain.deciding import play_as_entered
from tests.scoring.queries.places.test_final_ranking import play_out
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def in_groups() -> Tournament:
    return drawn_tournament(pairs=6, groups=2)


def bracket() -> Tournament:
    return drawn(replace(ELIMINATION, third_place=True), pairs=4)


def double() -> Tournament:
    return drawn(DOUBLE, pairs=4)


def podium(tournament: Tournament) -> list[tuple[int, set[str]]]:
    tournament.refresh_from_db()
    places = read_podiums([tournament]).get(tournament.pk, [])
    return [(one.place, {entrant.name for entrant in one.entrants}) for one in places]


@pytest.mark.parametrize("make", [in_groups, bracket, double])
def test_it_is_the_beginning_of_the_final_ranking(make):
    tournament = make()
    play_out(tournament)
    ranking = read_final_places(read_frame(tournament.public_id))
    first = [(one.place, {entrant.name for entrant in one.entrants}) for one in ranking if one.place <= 3]
    assert podium(tournament) == first
    assert len(first) > 1


def test_of_tables_of_four_it_is_the_final_tables():
    tournament = singles_tournament(players=4)
    (table,) = encounters_of(tournament)
    play_table(table, 0, 20, 30, 40)
    assert [place for place, _names in podium(tournament)] == [1, 2, 3]


def test_without_a_champion_there_is_none():
    tournament = drawn(ELIMINATION, pairs=4)
    assert podium(tournament) == []
    for encounter in ready(tournament):
        play_as_entered(encounter)
    (final,) = ready(tournament)
    walkovers.record_double_walkover(encounter=final, by=CONSOLE, at=NOW)
    assert podium(tournament) == []


@pytest.mark.both_databases
def test_many_take_as_many_queries_as_one():
    brackets = [bracket() for _number in range(2)]
    for one in brackets:
        play_out(one)
        one.refresh_from_db()
    taken = []
    for asked in (brackets[:1], brackets):
        with CaptureQueriesContext(connection) as queries:
            assert len(read_podiums(asked)) == len(asked)
        taken.append(len(queries))
    assert taken[0] == taken[1] <= 8
