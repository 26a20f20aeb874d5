"""The page of the log: an organizer’s, with the words of play."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.factories import NOW, drawn_tournament, encounters_of, play_hand
from tournaments.domain.actor import Actor
from tournaments.domain.room import keepers
from tournaments.models import Encounter
from tournaments.views.log import ROWS_A_PAGE

pytestmark = pytest.mark.django_db


def address(tournament) -> str:
    return reverse("scoring:log", args=[tournament.public_id])


def test_rows_come_newest_first_and_by_pages(desk, club):
    tournament = drawn_tournament(club=club, pairs=32, groups=8)
    for encounter in encounters_of(tournament)[:20]:
        play_hand(encounter)
    first = desk.get(address(tournament))
    assert len(first.context["entries"]) == ROWS_A_PAGE
    assert first.context["entries"][0].row.action == "hand_recorded"
    last = desk.get(address(tournament), {"page": "2"})
    assert last.context["entries"][-1].row.action == "tournament_created"


@pytest.mark.parametrize("page", ["", "x", "-1", "999"])
def test_nonsense_shows_a_page_that_exists(desk, club, page):
    assert desk.get(address(drawn_tournament(club=club)), {"page": page}).status_code == 200


def test_the_number_of_queries_does_not_grow(desk, club, django_assert_num_queries):
    small, large = drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)
    play_hand(encounters_of(small)[0])
    for encounter in encounters_of(large)[:10]:
        play_hand(encounter, by=kept(encounter))
    kept(encounters_of(small)[0])
    for tournament in (small, large):
        with django_assert_num_queries(13):
            desk.get(address(tournament))


def kept(encounter: Encounter) -> Actor:
    """The phone that has just begun to keep an encounter's table."""
    table = encounter.table
    assert table is not None
    phone = Actor(table_link=table.links.get(), device_id=uuid.uuid4().hex)
    return replace(phone, keeper=keepers.keep_table(table=table, name="Nermin", by=phone, at=NOW))
