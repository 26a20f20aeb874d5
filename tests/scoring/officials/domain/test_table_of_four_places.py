from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.ledger import refusals
from scoring.ledger.encounter_state import waits_for_organizer
from scoring.officials.domain import departures, table_of_four_places
from scoring.play import walkovers
from tests.factories import (
    NOW,
    encounters_of,
    play_hand,
    play_table,
    seat_next_round,
    singles_report,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import everything
from tournaments.enums import DecidedBy, EncounterState, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def withdraw(entrant: Entrant) -> None:
    departures.withdraw(entrant=entrant, results=LeaverResults.KEPT, change=Change(CONSOLE, LATER))


def undo_withdrawal(entrant: Entrant) -> None:
    departures.undo_departure(entrant=entrant, change=Change(CONSOLE, LATER))


def places(encounter: Encounter) -> dict[str, int | None]:
    return dict(encounter.sides.order_by("letter").values_list("letter", "place"))


def entrant(encounter: Encounter, letter: str) -> Entrant:
    placed = encounter.sides.get(letter=letter).entrant
    assert placed is not None
    return placed


@module_fixture
def tournament() -> Tournament:
    return singles_tournament(players=8)


@pytest.fixture
def last_table(tournament: Tournament) -> Encounter:
    first, second = encounters_of(tournament)
    play_table(first, 0, 10, 90, 95)
    play_table(second, 0, 10, 50, 95)
    (encounter,) = seat_next_round(tournament)
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.READY
    return encounter


def test_abandoned_table_is_ranked_by_points_paid(tournament):
    table = encounters_of(tournament)[0]
    play_hand(table, singles_report(0, 40, 20, 30))
    withdraw(entrant(table, "A"))
    table.refresh_from_db()
    assert (table.state, table.decided_by, table.winner) == (
        EncounterState.DECIDED,
        DecidedBy.WALKOVER,
        "C",
    )
    assert places(table) == {"A": 4, "B": 3, "C": 1, "D": 2}
    assert not table.matches.filter(counts=True).exists()


def test_table_with_equal_points_waits_for_the_organizer(tournament):
    table = encounters_of(tournament)[0]
    play_hand(table, singles_report(0, 20, 20, 30))
    withdraw(entrant(table, "A"))
    table.refresh_from_db()
    assert table.state == EncounterState.PLAYING
    with pytest.raises(refusals.TableWaitsForOrganizer):
        play_hand(table, singles_report(0, 40, 20, 30))
    order = [SideLetter(letter) for letter in "CBDA"]
    walkovers.award_places(encounter=table, order=order, change=Change(CONSOLE, LATER))
    assert places(table) == {"A": 4, "B": 2, "C": 1, "D": 3}


def test_best_third_takes_the_place_before_the_first_hand(last_table):
    leaver = entrant(last_table, "A")
    second = Encounter.objects.filter(stage=last_table.stage, round=1).order_by("pk")[1]
    third = entrant(second, "C")
    withdraw(leaver)
    last_table.refresh_from_db()
    assert last_table.state == EncounterState.READY
    side = last_table.sides.get(letter="A")
    assert (side.entrant, side.from_encounter, side.from_place) == (third, second, 3)
    play_table(last_table, 0, 10, 20, 30)
    last_table.stage.tournament.refresh_from_db()
    assert last_table.stage.tournament.champion == third


def test_table_left_before_its_first_hand_waits_for_the_organizer(tournament):
    table = encounters_of(tournament)[0]
    leaver = entrant(table, "B")
    withdraw(leaver)
    table.refresh_from_db()
    assert table.state == EncounterState.PENDING
    assert waits_for_organizer(table)
    with pytest.raises(refusals.TableWaitsForOrganizer):
        play_hand(table, singles_report(0, 40, 20, 30))
    assert not table.matches.exists()
    assert verify(tournament).discrepancies == []
    order = [SideLetter(letter) for letter in "CADB"]
    walkovers.award_places(encounter=table, order=order, change=Change(CONSOLE, LATER))
    assert places(table) == {"A": 2, "B": 4, "C": 1, "D": 3}


def test_returned_player_opens_the_waiting_table(tournament):
    table = encounters_of(tournament)[0]
    leaver = entrant(table, "B")
    before = everything(tournament)
    withdraw(leaver)
    leaver.refresh_from_db()
    undo_withdrawal(leaver)
    assert everything(tournament) == before
    play_hand(table, singles_report(0, 40, 20, 30))


def test_place_stays_in_the_first_round(tournament):
    table = encounters_of(tournament)[0]
    withdraw(entrant(table, "B"))
    table.refresh_from_db()
    with pytest.raises(walkovers.PlacesAreNeeded):
        walkovers.record_walkover(encounter=table, winner=SideLetter.A, change=Change(CONSOLE, LATER))
    with pytest.raises(walkovers.PlacesAreNeeded):
        walkovers.record_double_walkover(encounter=table, change=Change(CONSOLE, LATER))
    with pytest.raises(walkovers.PlacesAreNeeded):
        walkovers.award_places(
            encounter=table, order=[SideLetter.A, SideLetter.C], change=Change(CONSOLE, LATER)
        )


def test_last_remaining_entrant_wins_the_table(tournament):
    table = encounters_of(tournament)[0]
    for letter in "ABD":
        withdraw(entrant(table, letter))
    table.refresh_from_db()
    assert (table.decided_by, table.winner) == (DecidedBy.WALKOVER, "C")


@pytest.mark.parametrize("begun", [False, True])
def test_reversal_restores_the_table(last_table, begun):
    tournament = last_table.stage.tournament
    leaver = entrant(last_table, "A")
    if begun:
        play_hand(last_table, singles_report(0, 40, 20, 30))
    before = everything(tournament)
    withdraw(leaver)
    assert everything(tournament) != before
    leaver.refresh_from_db()
    undo_withdrawal(leaver)
    assert everything(tournament) == before
    assert last_table.sides.get(letter="A").from_place == 1


def test_reversal_is_refused_once_the_place_is_played(last_table):
    leaver = entrant(last_table, "A")
    withdraw(leaver)
    last_table.refresh_from_db()
    play_hand(last_table, singles_report(0, 40, 20, 30))
    leaver.refresh_from_db()
    with pytest.raises(table_of_four_places.PlaceWasTaken):
        undo_withdrawal(leaver)
