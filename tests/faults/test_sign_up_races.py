from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import NOW
from tests.faults.test_races import at_once, be_patient
from tests.tournaments.signup.domain.applicants import CONTACT, apply, open_sign_up, set_terms
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Tournament
from tournaments.signup.domain import applications, waiting_list
from tournaments.signup.domain.applications import SignUpClosed
from tournaments.signup.domain.duplicates import find_duplicates

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

PEOPLE, PLACES, AT_ONCE = 40, 25, 8
"""Pages are rendered as concurrently as on a server."""


def sign_up_by_phone(tournament: Tournament, number: int) -> tuple[int, int]:
    be_patient()
    try:
        typed = {"player_1": f"Ayşe Er{number}", "player_2": f"Can Öz{number}", "contact": CONTACT}
        phone, address = Client(), reverse("tournaments:sign_up", args=[tournament.public_id])
        phone.get(address)
        status = phone.post(address, typed).status_code
        return status, tournament.entrants.count()
    finally:
        connection.close()


def count_by_state(tournament: Tournament) -> dict[str, int]:
    states = list(tournament.applications.values_list("state", flat=True))
    return {state: states.count(state) for state in sorted(set(states))}


def test_concurrent_sign_ups_fill_the_list_and_the_rest_wait_in_order():
    tournament = open_sign_up(capacity=PLACES)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(partial(sign_up_by_phone, tournament), range(PEOPLE)))
    assert {status for status, _listed in answers} == {303}
    assert max(listed for _status, listed in answers) == PLACES
    assert count_by_state(tournament) == {"let_in": PLACES, "waiting": PEOPLE - PLACES}
    assert sorted(tournament.entrants.values_list("number", flat=True)) == list(range(1, PLACES + 1))
    assert tournament.log.filter(action="signed_up").count() == PEOPLE


def test_freed_places_go_to_those_who_wait_longest():
    tournament = open_sign_up(capacity=4)
    listed = [apply(tournament, f"Ali Er{number}", f"Ece Öz{number}") for number in range(4)]
    waiting = [apply(tournament, f"Su Ak{number}", f"Can Tan{number}") for number in range(6)]
    third = listed[2].entrant
    assert third is not None
    at_once(
        *(partial(applications.cancel_application, application=entry, at=NOW) for entry in listed[:2]),
        partial(waiting_list.remove_and_move_up, entrant=third, by=CONSOLE, at=NOW),
        *(partial(apply, tournament, f"Nil Ay{number}", f"Gül Su{number}") for number in range(4)),
        partial(set_terms, tournament, capacity=5),
    )
    assert tournament.entrants.count() == 5
    now = Application.objects.in_bulk([entry.pk for entry in waiting])
    assert [now[entry.pk].state for entry in waiting] == ["let_in"] * 4 + ["waiting"] * 2


def test_concurrent_entries_with_the_same_player_are_shown_to_organizers():
    tournament = open_sign_up()
    outcomes = at_once(
        partial(apply, tournament, "Ali Kaya", "Ece Demir"), partial(apply, tournament, "Su Ak", "Ali Kaya")
    )
    assert {outcome.state for outcome in outcomes} == {"let_in"}
    assert len(find_duplicates(tournament)) == 1


def test_sign_up_during_the_draw_is_drawn_or_refused():
    tournament = open_sign_up(pairs=4)
    outcomes = at_once(
        partial(draw.draw_groups, tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW),
        partial(apply, tournament, "Ali Kaya", "Ece Demir"),
    )
    drawn_tournament = Tournament.objects.get(pk=tournament.pk)
    placed = drawn_tournament.stages.get(position=1).groups.get().places.count()
    closed = isinstance(outcomes[1], SignUpClosed)
    assert placed == drawn_tournament.entrants.count() == (4 if closed else 5)
