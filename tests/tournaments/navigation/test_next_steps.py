"""The next step: enter, check, draw, print, begin; it leads on, and is gone with the first hands."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.languages import english
from tournaments.checkin.domain import presence
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.navigation.next_steps import next_step
from tournaments.tables.domain.tables import remember_printed_address

pytestmark = pytest.mark.django_db

WAY = re.compile(r'<section class="o-step.*?</section>', re.DOTALL)


def step(desk, tournament: Tournament, page: str = "tournaments:setup") -> tuple[str, list[str]]:
    """The step that is marked, and where its buttons lead."""
    said = desk.get(english(reverse(page, args=[tournament.public_id]))).content.decode()
    found = WAY.search(said)
    if found is None:
        return "", []
    (now,) = re.findall(r'aria-current="step">\s*<span>(.*?)</span>', found[0])
    return now, [
        one.partition(str(tournament.public_id))[2] for one in re.findall(r'href="([^"]+)"', found[0])
    ]


def mark(tournament: Tournament, count: int) -> None:
    for one in tournament.entrants.order_by("number")[:count]:
        presence.mark(entrant=one, here=True, by=CONSOLE, at=NOW)


def test_a_new_tournament_asks_for_its_list(desk, club):
    assert step(desk, open_tournament(club=club, pairs=1)) == ("Enter", ["/entries/#paste"])


def test_a_list_that_is_long_enough_is_looked_through_and_drawn(desk, club):
    tournament = open_tournament(club=club, pairs=4)
    assert step(desk, tournament) == ("Check", ["/draw/", "/check-in/"])
    assert step(desk, tournament, "tournaments:draw") == ("Draw", [])


def test_whoever_is_missing_is_looked_after_first(desk, club):
    tournament = open_tournament(club=club, pairs=4)
    mark(tournament, 3)
    assert step(desk, tournament) == ("Check", ["/check-in/", "/draw/"])
    mark(tournament, 4)
    assert step(desk, tournament) == ("Draw", ["/draw/"])


def test_after_the_draw_codes_are_printed_and_play_begins_until_hands_are_entered(desk, club):
    tournament = drawn_tournament(club=club)
    assert step(desk, tournament) == ("Table codes", ["/codes/"])
    remember_printed_address(tournament=tournament, address="http://testserver", by=CONSOLE, at=NOW)
    assert step(desk, tournament) == ("Begin", ["/"])
    assert step(desk, tournament, "scoring:running") == ("Begin", [])
    play_hand(encounters_of(tournament)[0])
    assert step(desk, tournament) == ("", [])


def test_a_cancelled_tournament_has_no_next_step(desk, club):
    tournament = open_tournament(club=club, pairs=4)
    desk.post(reverse("scoring:cancel", args=[tournament.public_id]), {"reason": "Kar"})
    assert step(desk, tournament) == ("", [])


def test_while_hands_come_in_the_step_asks_nothing_of_the_database(desk, club, django_assert_num_queries):
    tournament = drawn_tournament(club=club)
    for asked in (1, 1, 0):
        tournament.refresh_from_db()
        with django_assert_num_queries(asked):
            next_step(tournament, here="running")
        play_hand(encounters_of(tournament)[0])
