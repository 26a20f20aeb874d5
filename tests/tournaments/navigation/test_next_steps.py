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


def step(client, tournament: Tournament, page: str = "tournaments:setup") -> tuple[str, list[str]]:
    content = client.get(english(reverse(page, args=[tournament.public_id]))).content.decode()
    section = WAY.search(content)
    if section is None:
        return "", []
    (current,) = re.findall(r'aria-current="step">\s*<span>(.*?)</span>', section[0])
    return current, [
        address.partition(str(tournament.public_id))[2]
        for address in re.findall(r'href="([^"]+)"', section[0])
    ]


def mark(tournament: Tournament, count: int) -> None:
    for entrant in tournament.entrants.order_by("number")[:count]:
        presence.set_present(entrant=entrant, present=True, by=CONSOLE, at=NOW)


def test_new_tournament_asks_for_entrants(organizer_client, club):
    assert step(organizer_client, open_tournament(club=club, pairs=1)) == ("Enter", ["/entries/#paste"])


def test_complete_list_leads_to_check_and_draw(organizer_client, club):
    tournament = open_tournament(club=club, pairs=4)
    assert step(organizer_client, tournament) == ("Check", ["/draw/", "/check-in/"])
    assert step(organizer_client, tournament, "tournaments:draw") == ("Draw", [])


def test_missing_entrants_come_before_the_draw(organizer_client, club):
    tournament = open_tournament(club=club, pairs=4)
    mark(tournament, 3)
    assert step(organizer_client, tournament) == ("Check", ["/check-in/", "/draw/"])
    mark(tournament, 4)
    assert step(organizer_client, tournament) == ("Draw", ["/draw/"])


def test_codes_and_play_follow_the_draw_until_hands_are_entered(organizer_client, club):
    tournament = drawn_tournament(club=club)
    assert step(organizer_client, tournament) == ("Table codes", [])
    for page, prints in (("tournaments:draw", True), ("tournaments:table_codes", False)):
        response = organizer_client.get(reverse(page, args=[tournament.public_id]))
        assert response.context["navigation"].prints_codes is prints
    remember_printed_address(tournament=tournament, address="http://testserver", by=CONSOLE, at=NOW)
    assert step(organizer_client, tournament) == ("Begin", ["/"])
    assert step(organizer_client, tournament, "scoring:room_overview") == ("Begin", [])
    play_hand(encounters_of(tournament)[0])
    assert step(organizer_client, tournament) == ("", [])


def test_cancelled_tournament_has_no_next_step(organizer_client, club):
    tournament = open_tournament(club=club, pairs=4)
    organizer_client.post(
        reverse("scoring:cancel_tournament", args=[tournament.public_id]), {"reason": "Kar"}
    )
    assert step(organizer_client, tournament) == ("", [])


def test_next_step_takes_no_query_once_hands_are_entered(organizer_client, club, django_assert_num_queries):
    tournament = drawn_tournament(club=club)
    for queries in (1, 1, 0):
        tournament.refresh_from_db()
        with django_assert_num_queries(queries):
            next_step(tournament, page_key="running")
        play_hand(encounters_of(tournament)[0])
