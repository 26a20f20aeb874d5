"""The running evening."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.officials.queries.hall import read_hall
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    level_report,
    open_tournament,
    play_encounter,
    play_hand,
    report,
)
from tests.kept import kept
from tournaments.domain.actor import CONSOLE
from tournaments.domain.room import tables
from tournaments.enums import Role
from tournaments.models import Club, Encounter, Tournament

pytestmark = pytest.mark.django_db


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@pytest.fixture
def desk(club) -> Client:
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def running(tournament: Tournament) -> str:
    return reverse("scoring:running", args=[tournament.public_id])


def at_table(tournament: Tournament, number: int) -> list[Encounter]:
    waiting = [one for one in encounters_of(tournament) if one.table and one.table.number == number]
    return sorted(waiting, key=lambda one: one.queue_place or 0)


def test_before_the_draw_the_evening_is_the_entry_list(desk, club):
    tournament = open_tournament(club=club)
    answer = desk.get(running(tournament))
    assert answer.headers["Location"] == reverse("tournaments:entries", args=[tournament.public_id])


def test_a_table_shows_what_it_plays_and_who_is_next(club):
    tournament = drawn_tournament(club=club)
    first, second = at_table(tournament, 1)[:2]
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.following is not None
    assert (place.current.encounter, place.following.listing.encounter) == (first, second)
    assert place.current.ready
    assert place.last_hand_at is None

    play_hand(first)
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.current.playing
    assert place.last_hand_at == NOW

    play_encounter(first)
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.current.decided

    tables.call_next_encounter(encounter=first, by=CONSOLE, at=NOW)
    place = read_hall(tournament).tables[0]
    assert place.current is not None
    assert place.current.encounter == second


def test_the_page_counts_and_links_the_tables(desk, club):
    tournament = drawn_tournament(club=club)
    play_encounter(encounters_of(tournament)[0])
    answer = desk.get(running(tournament))
    assert (answer.context["hall"].decided, answer.context["hall"].encounters) == (1, 12)
    for table in tournament.tables.all():
        assert reverse("scoring:table", args=[table.public_id]) in answer.content.decode()


def test_a_poll_gets_the_part_alone_and_nothing_when_nothing_happened(desk, club):
    tournament = drawn_tournament(club=club)
    part = desk.get(running(tournament), {"seen": "0"}, headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith('<div id="hall"')
    tournament.refresh_from_db()
    seen = {"seen": str(tournament.counter)}
    assert desk.get(running(tournament), seen, headers={"HX-Request": "true"}).status_code == 204
    play_hand(encounters_of(tournament)[0])
    assert desk.get(running(tournament), seen, headers={"HX-Request": "true"}).status_code == 200


def test_every_encounter_with_hands_can_be_corrected_from_here(desk, club):
    tournament = drawn_tournament(club=club)
    played, untouched = encounters_of(tournament)[:2]
    play_encounter(played)
    tables.call_next_encounter(encounter=played, by=CONSOLE, at=NOW)
    page = desk.get(running(tournament)).content.decode()
    assert played.table is not None
    assert untouched.table is not None
    way = reverse("scoring:table_hands", args=[played.table.public_id, played.public_id])
    assert way in page
    assert desk.get(way).status_code == 200
    assert reverse("scoring:table_hands", args=[untouched.table.public_id, untouched.public_id]) not in page


def test_the_number_of_queries_does_not_grow(desk, club, django_assert_max_num_queries):
    for tournament in (
        drawn_tournament(club=club),
        drawn_tournament(club=club, pairs=32, groups=8, tables=16),
    ):
        play_hand(encounters_of(tournament)[0])
        with django_assert_max_num_queries(17):
            desk.get(running(tournament))


def test_a_level_match_asks_for_no_lot(desk, club):
    tournament = drawn_tournament(club=club)
    play_hand(encounters_of(tournament)[0], level_report())
    play_hand(encounters_of(tournament)[1], report())
    assert read_hall(tournament).lots == []
