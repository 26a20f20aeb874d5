from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scoring.integrity.integrity_checks import verify
from scoring.models import Hand
from scoring.officials.domain import departures, passed_places, ties
from scoring.officials.domain.table_of_four_places import PlaceWasTaken
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.play import walkovers
from scoring.queries import qualification
from scoring.queries.bracket_links import SupersededSide
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.tournament_context import read_tournament_context
from scoring.standings import standings_cache
from scoring.standings.ranking import rank_across_groups
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    play_encounter,
    play_hand,
    report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import (
    decide_by_walkovers,
    everything,
    groups_of,
    knockout,
    play_as_entered,
    ranks,
)
from tests.scoring.officials.domain.test_best_placed_ties import finished_groups_of_three
from tests.scoring.stage_flows import ELIMINATION, GROUPS, draw_stage
from tournaments.draws.domain import draw
from tournaments.draws.domain.redraw import redraw
from tournaments.enums import DecidedBy, EncounterState, EntrantState
from tournaments.log.actor import CONSOLE
from tournaments.models import Draw, Encounter, Entrant, LogRow, Stage, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings, StageSettings

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)
LATEST = NOW + timedelta(hours=2)
ELIMINATION_OF_TWO = replace(ELIMINATION, feeds=(FeedSettings(1, 1, 2),))


def leave(entrant: Entrant, *, next_takes_place: bool = True) -> None:
    departures.withdraw(
        entrant=entrant,
        results=LeaverResults.KEPT,
        next_takes_place=next_takes_place,
        change=Change(CONSOLE, LATER),
    )


def come_back(entrant: Entrant) -> None:
    departures.undo_departure(entrant=entrant, change=Change(CONSOLE, LATEST))


def by_rank(tournament: Tournament) -> list[Entrant]:
    """Of the first group."""
    places = groups_of(tournament)[0].places.select_related("entrant").order_by("rank", "pk")
    return [place.entrant for place in places]


def seats(tournament: Tournament) -> dict[tuple[int, str], str]:
    return {
        (number, side.letter): side.entrant.name if side.entrant else ""
        for number, encounter in enumerate(knockout(tournament))
        for side in encounter.sides_in_order
    }


def encounter_with(entrant: Entrant, tournament: Tournament) -> Encounter:
    return next(
        encounter
        for encounter in knockout(tournament)
        if any(side.entrant == entrant for side in encounter.sides_in_order)
    )


def seat_of_rank(tournament: Tournament, rank: int) -> tuple[int, str]:
    group = groups_of(tournament)[0]
    return next(
        (number, side.letter)
        for number, encounter in enumerate(knockout(tournament))
        for side in encounter.sides_in_order
        if (side.from_group_id, side.from_rank) == (group.pk, rank)
    )


def superseded_sides(encounter: Encounter) -> list[SupersededSide]:
    url = reverse("scoring:encounter", args=[encounter.public_id])
    return list(Client().get(url).context["encounter_links"].bracket_links.superseded_sides)


def turn(encounter: Encounter, winner: Entrant) -> None:
    """Correct the hands so that `winner` wins."""
    letter = encounter.sides.get(entrant=winner).letter
    for hand in Hand.objects.filter(match__encounter=encounter).select_related("match").order_by("pk"):
        correct(encounter, report(finisher=f"{letter}1"), match=hand.match.number, deal=hand.deal)


def meeting_of(tournament: Tournament, *entrants: Entrant) -> Encounter:
    return next(
        encounter
        for encounter in encounters_of(tournament)
        if encounter.group and {side.entrant for side in encounter.sides_in_order} == set(entrants)
    )


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    return tournament


@pytest.mark.slow
def test_next_in_the_group_takes_the_place_and_ranks_stay(tournament):
    first, second, third, _last = by_rank(tournament)
    before, ranks_before = seats(tournament), ranks(groups_of(tournament)[0])
    leave(first)
    first.refresh_from_db()
    assert first.state == EntrantState.WITHDRAWN
    expected = {place: third.name if name == first.name else name for place, name in before.items()}
    assert seats(tournament) == expected
    assert ranks(groups_of(tournament)[0]) == ranks_before
    assert {encounter.state for encounter in knockout(tournament)[:2]} == {EncounterState.READY}
    assert not verify(tournament).discrepancies
    assert redraw(Draw.objects.filter(stage__tournament=tournament).latest("pk")).differences == ()
    assert superseded_sides(encounter_with(third, tournament)) == []
    details = json.loads(LogRow.objects.get(action="entrant_left").after)
    assert len(details["passed_to"]) == 1
    play_encounter(encounter_with(third, tournament))
    play_encounter(encounter_with(second, tournament))
    assert not verify(tournament).discrepancies


def test_walkover_stays_the_other_choice(tournament):
    first = by_rank(tournament)[0]
    before = seats(tournament)
    leave(first, next_takes_place=False)
    assert list(seats(tournament).values())[:4] == list(before.values())[:4]
    assert encounter_with(first, tournament).state == EncounterState.DECIDED


def test_return_before_play_restores_everything(tournament):
    first = by_rank(tournament)[0]
    before = everything(tournament)
    leave(first)
    assert everything(tournament) != before
    come_back(first)
    assert everything(tournament) == before
    assert not verify(tournament).discrepancies


def test_return_is_refused_once_the_other_has_begun(tournament):
    first, _second, third, _last = by_rank(tournament)
    leave(first)
    play_hand(encounter_with(third, tournament))
    with pytest.raises(PlaceWasTaken):
        departures.undo_departure(entrant=first, change=Change(CONSOLE, LATEST, keep_later_play=True))


def test_two_leavers_of_a_group_are_followed_by_the_next_two(tournament):
    first, second, third, last = by_rank(tournament)
    leave(first)
    leave(second)
    names = set(seats(tournament).values())
    assert {third.name, last.name} <= names
    assert not {first.name, second.name} & names
    come_back(first)
    assert {first.name, third.name} <= set(seats(tournament).values())
    assert not verify(tournament).discrepancies


def test_who_comes_can_leave_too_with_either_choice(tournament):
    first, _second, third, last = by_rank(tournament)
    leave(first)
    leave(third)
    assert encounter_with(last, tournament).state == EncounterState.READY
    come_back(third)
    leave(third, next_takes_place=False)
    assert encounter_with(third, tournament).state == EncounterState.DECIDED
    assert not verify(tournament).discrepancies


def test_entrants_who_have_gone_home_are_passed_over(tournament):
    first, _second, third, last = by_rank(tournament)
    leave(third, next_takes_place=False)
    leave(first)
    assert encounter_with(last, tournament).state == EncounterState.READY
    assert not verify(tournament).discrepancies


def test_leaving_is_refused_when_nobody_is_next(tournament):
    first, _second, third, last = by_rank(tournament)
    for entrant in (third, last):
        leave(entrant, next_takes_place=False)
    before = everything(tournament)
    with pytest.raises(passed_places.NobodyIsNext):
        leave(first)
    assert everything(tournament) == before


def test_leaving_is_refused_once_begun_there(tournament):
    first, _second, third, _last = by_rank(tournament)
    play_hand(encounter_with(first, tournament))
    for entrant in (first, third):
        with pytest.raises(passed_places.HasBegunThere):
            leave(entrant)


def test_correction_of_the_group_moves_the_place_that_was_passed_on(tournament):
    first, second, third, last = by_rank(tournament)
    leave(first)
    meeting = meeting_of(tournament, first, second)
    turn(meeting, second)
    assert by_rank(tournament) == [second, first, third, last]
    assert seats(tournament)[seat_of_rank(tournament, 1)] == second.name
    assert seats(tournament)[seat_of_rank(tournament, 2)] == third.name
    assert not verify(tournament).discrepancies


def test_correction_that_ranks_another_next_brings_that_one(tournament):
    first, _second, third, last = by_rank(tournament)
    leave(first)
    meeting = meeting_of(tournament, third, last)
    turn(meeting, last)
    assert seats(tournament)[seat_of_rank(tournament, 1)] == last.name
    assert not verify(tournament).discrepancies


def test_group_does_not_count_as_superseded(tournament):
    first = by_rank(tournament)[0]
    leave(first)
    context = read_tournament_context(tournament.public_id)
    assert not qualification.read_qualified(context.fed_by_standings, ()).superseded_groups
    places = qualification.read_group_places(tournament)
    assert not qualification.compute_qualification(places, read_listings(tournament)).superseded_groups


def test_new_draw_of_the_next_stage_keeps_the_choice(tournament):
    first, _second, third, _last = by_rank(tournament)
    leave(first)
    stage = knockout(tournament)[0].stage
    draw.revoke_draw(stage=stage, by=CONSOLE, at=LATER)
    draw_stage(Stage.objects.select_related("tournament").get(pk=stage.pk))
    names = set(seats(tournament).values())
    assert third.name in names
    assert first.name not in names


def test_seeded_bye_and_the_round_after_it_pass_on():
    tournament = drawn_tournament(pairs=9, groups=3, stages=(GROUPS, ELIMINATION_OF_TWO))
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    byes = [encounter for encounter in knockout(tournament) if encounter.decided_by == DecidedBy.BYE]
    group = groups_of(tournament)[0]
    (leaver,) = [
        side.entrant
        for encounter in byes
        for side in encounter.sides_in_order
        if side.entrant and side.from_group_id == group.pk
    ]
    leave(leaver)
    assert leaver.name not in seats(tournament).values()
    assert not verify(tournament).discrepancies


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss", "groups"])
def test_drawn_stage_with_standings_exchanges_only_the_leaver(kind):
    later = StageSettings(
        kind, best_of=1, hands=3, feeds=(FeedSettings(1, 1, 2),), rounds=3 * (kind == "swiss")
    )
    tournament = drawn_tournament(pairs=8, groups=2, stages=(GROUPS, later))
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    stage = tournament.stages.get(position=2)
    if kind == "groups":
        draw_stage(stage)
    pairings = list(stage.encounters.order_by("pk").values_list("pk", flat=True))
    first, _second, third, _last = by_rank(tournament)
    before = everything(tournament)
    leave(first)
    stage.refresh_from_db()
    assert list(stage.encounters.order_by("pk").values_list("pk", flat=True)) == pairings
    assert not stage.encounters.filter(sides__entrant=first).exists()
    assert stage.encounters.filter(sides__entrant=third).exists()
    assert not verify(tournament).discrepancies
    come_back(first)
    assert everything(tournament) == before
    assert not verify(tournament).discrepancies


@pytest.mark.slow
def test_best_placed_leaver_is_followed_by_the_next_best_of_all_groups():
    tournament = finished_groups_of_three(30, 20, 10)
    stage = tournament.stages.get(position=2)
    seated = {side.entrant for encounter in knockout(tournament) for side in encounter.sides_in_order}
    thirds = [ranked.entrant for ranked in rank_across_groups(first_stage(tournament), 3)]
    *best, next_best = thirds
    assert set(best) <= seated
    assert next_best not in seated
    leave(best[0])
    assert stage.encounters.filter(sides__entrant=next_best).exists()
    assert not stage.encounters.filter(sides__entrant=best[0]).exists()
    standings_cache.refresh(stage=first_stage(tournament), at=LATER)
    assert not verify(tournament).discrepancies
    with pytest.raises(passed_places.NobodyIsNext):
        leave(best[1])
    come_back(best[0])
    assert not stage.encounters.filter(sides__entrant=next_best).exists()
    assert not verify(tournament).discrepancies


def test_nobody_is_taken_from_another_stage():
    consolation = replace(ELIMINATION, feeds=(FeedSettings(1, 3, 3),))
    tournament = drawn_tournament(pairs=8, groups=2, stages=(GROUPS, ELIMINATION_OF_TWO, consolation))
    for encounter in encounters_of(tournament):
        play_as_entered(encounter)
    with pytest.raises(passed_places.NobodyIsNext):
        leave(by_rank(tournament)[0])


def test_tie_for_the_next_place_waits_for_a_lot():
    tournament = drawn_tournament(pairs=8, groups=2)
    for group in groups_of(tournament):
        decide_by_walkovers(group)
    first, _second, third, last = by_rank(tournament)
    meeting = meeting_of(tournament, third, last)
    walkovers.take_walkover_back(encounter=meeting, change=Change(CONSOLE, NOW))
    walkovers.record_double_walkover(encounter=meeting, change=Change(CONSOLE, NOW))
    with pytest.raises(passed_places.NobodyIsNext):
        leave(first)
    scope = GroupTieScope(groups_of(tournament)[0])
    ties.record_lot(scope=scope, order=[last, third], change=Change(CONSOLE, NOW))
    leave(first)
    assert encounter_with(last, tournament).state == EncounterState.READY
