from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from scoring.officials.domain import departures
from scoring.play import walkovers
from scoring.queries.final_ranking import read_final_places
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import NOW, drawn_tournament, encounters_of, play_table, singles_tournament
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import groups_of, play_as_entered
from tests.scoring.stage_flows import (
    DOUBLE,
    ELIMINATION,
    SWISS,
    draw_next_round,
    drawn_flow,
    ready_encounters,
)
from tournaments.enums import TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


@module_fixture
def over() -> Tournament:
    tournament = drawn_tournament(pairs=8, groups=2)
    play_out(tournament)
    return tournament


def play_out(tournament: Tournament) -> None:
    while waiting := ready_encounters(tournament):
        for encounter in waiting:
            play_as_entered(encounter)


def numbers(tournament: Tournament) -> list[tuple[int, int]]:
    return [(place.place, len(place.entrants)) for place in places(tournament)]


def places(tournament: Tournament):
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    return read_final_places(read_tournament_context(tournament.public_id))


@pytest.mark.release
def test_losers_of_a_round_and_equal_ranks_of_groups_share_a_place(over):
    assert numbers(over) == [(1, 1), (2, 1), (3, 2), (5, 2), (7, 2)]
    first = places(over)[0]
    assert (list(first.entrants), first.shared) == ([over.champion], False)
    thirds = {place.entrant for group in groups_of(over) for place in group.places.filter(rank=3)}
    assert set(places(over)[3].entrants) == thirds


def test_every_entrant_has_exactly_one_place(over):
    entrants = [entrant.pk for place in places(over) for entrant in place.entrants]
    assert sorted(entrants) == sorted(over.entrants.values_list("pk", flat=True))


@pytest.mark.release
@pytest.mark.parametrize(
    ("stage", "pairs", "expected"),
    [
        (ELIMINATION, 8, [(1, 1), (2, 1), (3, 2), (5, 4)]),
        (replace(ELIMINATION, third_place=True), 8, [(1, 1), (2, 1), (3, 1), (4, 1), (5, 4)]),
        (ELIMINATION, 6, [(1, 1), (2, 1), (3, 2), (5, 2)]),
        (DOUBLE, 4, [(1, 1), (2, 1), (3, 1), (4, 1)]),
    ],
)
def test_bracket_ranks_by_round_and_third_place_match(stage, pairs, expected):
    tournament = drawn_flow(stage, pairs=pairs)
    play_out(tournament)
    assert numbers(tournament) == expected


@pytest.mark.release
def test_swiss_stage_ranks_by_its_standings():
    tournament = drawn_flow(replace(SWISS, rounds=2), pairs=4)
    play_out(tournament)
    draw_next_round(tournament.stages.get())
    play_out(tournament)
    (group,) = groups_of(tournament)
    ranks = dict(group.places.values_list("entrant", "rank"))
    places_by_entrant = {
        entrant.pk: place.place for place in places(tournament) for entrant in place.entrants
    }
    assert places_by_entrant == ranks


def test_every_player_of_a_table_of_four_has_a_place():
    tournament = singles_tournament(players=4)
    (table,) = encounters_of(tournament)
    play_table(table, 0, 20, 30, 40)
    assert numbers(tournament) == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_double_walkover_in_the_final_leaves_first_place_empty():
    tournament = drawn_flow(ELIMINATION, pairs=4)
    for encounter in ready_encounters(tournament):
        play_as_entered(encounter)
    (final,) = ready_encounters(tournament)
    walkovers.record_double_walkover(encounter=final, change=Change(CONSOLE, NOW))
    assert numbers(tournament) == [(2, 2), (4, 2)]


@pytest.mark.release
@pytest.mark.parametrize(("results", "last"), [(LeaverResults.ANNULLED, True), (LeaverResults.KEPT, False)])
def test_entrant_who_left_without_results_is_below_everyone_who_played(results, last):
    tournament = drawn_tournament(pairs=7, groups=2)
    small = min(groups_of(tournament), key=lambda group: group.places.count())
    play_as_entered(small.encounters.order_by("pk")[0])
    leaver = small.places.get(position=0).entrant
    departures.withdraw(entrant=leaver, results=results, change=Change(CONSOLE, NOW))
    play_out(tournament)
    final = places(tournament)
    (place,) = [place for place in final if leaver in place.entrants]
    assert (place is final[-1] and not place.shared) == last


def test_no_places_before_the_end():
    assert read_final_places(read_tournament_context(drawn_tournament().public_id)) == []


def address(tournament: Tournament) -> str:
    return reverse("scoring:final_ranking", args=[tournament.public_id])


@pytest.mark.release
def test_page_is_public_and_linked_after_the_end(client, over):
    page = client.get(address(over))
    assert page.status_code == 200
    assert page.content.decode().count('data-test="shared"') == 6
    assert address(over) in client.get(reverse("scoring:tournament", args=[over.public_id])).content.decode()
    running = drawn_tournament()
    assert client.get(address(running)).status_code == 200
    assert (
        address(running)
        not in client.get(reverse("scoring:tournament", args=[running.public_id])).content.decode()
    )
    assert client.post(address(over)).status_code == 405


@pytest.mark.release
def test_page_takes_at_most_14_queries_for_8_and_for_16_pairs(client, over, django_assert_max_num_queries):
    many = drawn_tournament(pairs=16, groups=4)
    play_out(many)
    for tournament in (over, many):
        with django_assert_max_num_queries(14):
            assert client.get(address(tournament)).status_code == 200


def test_open_page_fetches_the_ranking_as_a_fragment(client, over):
    response = client.get(address(over), {"seen": "0"}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert response.content.decode().strip().startswith("<div")
