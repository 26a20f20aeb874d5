from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import QuerySet

from scoring.integrity.integrity_checks import verify
from scoring.models import Entry, EntrySeat, EntrySeatEvent, Hand, Match, Standing
from scoring.play.later_play import replace_encounter
from scoring.play.walkovers import record_walkover
from tests.factories import NOW, drawn_tournament, encounters_of, play_encounter
from tests.module_fixtures import module_fixture
from tests.scoring.integrity.alter_and_reseal import alter_and_reseal
from tests.scoring.officials.domain.test_best_placed_ties import finished_groups_of_three
from tests.scoring.stage_flows import play_ready, ready_encounters, refresh_standings
from tournaments.enums import DecidedBy, EncounterState, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import (
    CrossGroupPlace,
    Encounter,
    EncounterSide,
    Entrant,
    GroupPlace,
    LogRow,
    Tournament,
)
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

Alteration = Callable[[Tournament], object]


@module_fixture
def tournament() -> Tournament:
    """Groups with a walkover; one semi-final was annulled and replayed, the other waits."""
    tournament = drawn_tournament()
    record_walkover(
        encounter=ready_encounters(tournament)[0], winner=SideLetter.B, change=Change(CONSOLE, NOW)
    )
    play_ready(tournament)
    semi = ready_encounters(tournament)[0]
    play_encounter(semi)
    play_encounter(replace_encounter(semi.pk, change=Change(CONSOLE, NOW)), "B")
    refresh_standings(tournament)
    tournament.refresh_from_db()
    return tournament


def decided_semi_final(tournament: Tournament) -> Encounter:
    [semi] = encounters_in(tournament, round=1, state=EncounterState.DECIDED, annulled_at=None)
    return semi


def encounters_in(tournament: Tournament, **where: Any) -> list[Encounter]:
    encounters = Encounter.objects.filter(stage__tournament=tournament, group=None, **where)
    return list(encounters.prefetch_related("sides").order_by("pk"))


def semi_updated(**changes: Any) -> Alteration:
    return lambda tournament: Encounter.objects.filter(pk=decided_semi_final(tournament).pk).update(**changes)


def side_updated(letter: str, **changes: Any) -> Alteration:
    return lambda tournament: decided_semi_final(tournament).sides.filter(letter=letter).update(**changes)


def match_updated(**changes: Any) -> Alteration:
    return lambda tournament: Match.objects.filter(encounter=decided_semi_final(tournament)).update(**changes)


def hand_updated(**changes: Any) -> Alteration:
    def act(tournament: Tournament) -> None:
        Hand.objects.filter(match__encounter=decided_semi_final(tournament), deal=2).update(**changes)

    return act


def turn_semi_final(tournament: Tournament) -> None:
    semi = decided_semi_final(tournament)
    Encounter.objects.filter(pk=semi.pk).update(winner="A")
    Match.objects.filter(encounter=semi).update(winner="A")
    for letter, wins, place in (("A", 1, 1), ("B", 0, 2)):
        semi.sides.filter(letter=letter).update(wins=wins, place=place)
    winner = semi.sides.get(letter="A").entrant
    EncounterSide.objects.filter(from_encounter=semi).update(entrant=winner)


def other_finalist(tournament: Tournament) -> None:
    filled = EncounterSide.objects.filter(
        from_encounter=decided_semi_final(tournament), encounter__annulled_at=None
    )
    filled.update(entrant=decided_semi_final(tournament).sides.get(letter="A").entrant)


def other_semi_finalist(tournament: Tournament) -> None:
    [waiting] = encounters_in(tournament, round=1, state=EncounterState.READY)
    last = GroupPlace.objects.filter(group__stage__tournament=tournament, rank=4).first()
    assert last is not None
    waiting.sides.filter(letter="A").update(entrant=last.entrant)


def ranks_exchanged(tournament: Tournament) -> None:
    places = GroupPlace.objects.filter(group__stage__tournament=tournament, group__position=0)
    third, fourth = places.get(rank=3), places.get(rank=4)
    places.filter(pk=third.pk).update(rank=4)
    places.filter(pk=fourth.pk).update(rank=3)


def players_exchanged(tournament: Tournament) -> None:
    first, second = decided_semi_final(tournament).sides_in_order
    for side, entrant in ((first, second.entrant), (second, first.entrant)):
        EncounterSide.objects.filter(pk=side.pk).update(entrant=entrant)


def walkover_of(tournament: Tournament) -> Encounter:
    return next(
        encounter for encounter in encounters_of(tournament) if encounter.decided_by == DecidedBy.WALKOVER
    )


def walkover_turned(tournament: Tournament) -> None:
    walkover = walkover_of(tournament)
    Encounter.objects.filter(pk=walkover.pk).update(winner="A")


def match_without_hands(tournament: Tournament) -> None:
    Match.objects.create(encounter=decided_semi_final(tournament), number=2)


@pytest.mark.slow
def test_untouched_tournament_agrees_with_its_ledger(tournament):
    assert verify(tournament).discrepancies == []


@pytest.mark.parametrize(
    ("act", "where"),
    [
        (turn_semi_final, "encounter"),
        (match_updated(winner="A"), "match"),
        (match_updated(counts=False), "match"),
        (hand_updated(counts=False), "match"),
        (hand_updated(deal=9), "match"),
        (hand_updated(current=None), "match"),
        (match_without_hands, "match"),
        (semi_updated(decided_by="time"), "encounter"),
        (semi_updated(decided_by="walkover"), "encounter"),
        (semi_updated(state="playing", winner=None, decided_by=None), "encounter"),
        (semi_updated(started_at=None), "match"),
        (side_updated("B", wins=0), "encounter"),
        (side_updated("A", place=1), "encounter"),
        (players_exchanged, "encounter"),
        (other_finalist, "encounter"),
        (other_semi_finalist, "encounter"),
        (ranks_exchanged, "stage 1, group A"),
        (
            lambda tournament: Standing.objects.filter(stage__tournament=tournament, place=1).update(
                penalties=7
            ),
            "stage 1",
        ),
        (
            lambda tournament: Match.objects.filter(encounter__in=encounters_in(tournament)).update(
                counts=True
            ),
            "match",
        ),
        (
            lambda tournament: Tournament.objects.filter(pk=tournament.pk).update(
                champion=Entrant.objects.filter(tournament=tournament).first()
            ),
            "champion",
        ),
        (lambda tournament: Tournament.objects.filter(pk=tournament.pk).update(state="finished"), "champion"),
        (walkover_turned, "encounter"),
        (
            lambda tournament: LogRow.objects.filter(
                tournament=tournament, action="walkover_recorded"
            ).delete(),
            "encounter",
        ),
    ],
    ids=(
        *("turned", "match-winner", "match-counts", "hand-counts", "deal", "no-version", "no-hand", "time"),
        *("walkover", "playing", "not-begun", "wins", "place", "players", "finalist", "semi-finalist"),
        *("ranks", "standing", "annulled", "champion", "finished", "walkover-turned", "walkover-missing"),
    ),
)
def test_altered_result_is_reported_at_its_place(tournament, act, where):
    alter_and_reseal(tournament, act)
    problems = verify(tournament).discrepancies
    assert any(problem.location.startswith(where) for problem in problems), problems


@pytest.mark.parametrize(
    "act",
    [
        lambda places: places.filter(place=2).delete(),
        lambda places: places.filter(place=2).update(place=3),
        lambda places: places.filter(place=2).update(group_place=worst_third(places)),
    ],
    ids=["missing", "place", "another"],
)
def test_altered_place_across_groups_is_reported(act):
    tournament = finished_groups_of_three(30, 20, 10)
    refresh_standings(tournament)
    assert verify(tournament).discrepancies == []
    act(CrossGroupPlace.objects.filter(feed__source__tournament=tournament))
    assert "stage 1, place 2 across groups" in [
        problem.location for problem in verify(tournament).discrepancies
    ]


def worst_third(places: QuerySet[CrossGroupPlace]) -> GroupPlace:
    thirds = GroupPlace.objects.filter(group__stage__feeds_out__cross_group_places__in=places, rank=3)
    return thirds.exclude(crossgroupplace__in=places).distinct().get()


def test_hand_taken_back_before_later_ones_is_reported(tournament):
    semi = decided_semi_final(tournament)

    def act(_tournament: Tournament) -> None:
        entries = Entry.objects.filter(hand__match__encounter=semi, hand__deal=2)
        EntrySeatEvent.objects.filter(seat__entry__in=entries).delete()
        EntrySeat.objects.filter(entry__in=entries).delete()
        entries.update(kind="withdrawal", void=True, lines="[]", multiplier=1)

    alter_and_reseal(tournament, act)
    place = f"match {semi.matches.get().public_id}"
    assert (place, "had a deal taken back before later ones") in [
        (problem.location, problem.problem) for problem in verify(tournament).discrepancies
    ]
