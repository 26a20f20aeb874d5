"""The list of tournaments."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import LEAGUE, ClubFactory, drawn_tournament, open_tournament
from tests.scoring.live.watching import play_groups, statements, text

pytestmark = pytest.mark.django_db


def test_tells_what_to_do_while_there_is_none(client: Client):
    assert "/sign-in/" in text(client.get("/"))


def test_without_a_club_it_tells_how_the_first_one_is_set_up(client: Client):
    said = "link that the console prints"
    assert said in text(client.get("/", headers={"Accept-Language": "en"}))
    ClubFactory.create()
    assert said not in text(client.get("/", headers={"Accept-Language": "en"}))


def test_in_play_comes_first_then_open_then_finished(client: Client):
    finished = drawn_tournament(pairs=3, groups=1, stages=LEAGUE, name="Bitmiş Kupa")
    play_groups(finished)
    open_tournament(name="Açık Kupa")
    drawn_tournament(name="Süren Kupa")
    page = text(client.get("/"))
    assert page.index("Süren Kupa") < page.index("Açık Kupa") < page.index("Bitmiş Kupa")


def test_shows_the_champion(client: Client):
    tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE)
    play_groups(tournament)
    tournament.refresh_from_db()
    assert tournament.champion
    assert tournament.champion.name in text(client.get("/"))


@pytest.mark.both_databases
def test_takes_as_many_statements_for_many_as_for_one(client: Client):
    club = ClubFactory.create()
    open_tournament(club=club, pairs=4)
    one = statements(client, "/")
    for number in range(5):
        open_tournament(club=club, pairs=4, name=f"Kupa {number}")
    assert statements(client, "/") == one <= 10


def test_a_page_that_does_not_exist_is_the_nearest_that_does(client: Client):
    open_tournament()
    for page in ("0", "99", "x", "-1"):
        assert client.get(f"/?page={page}").status_code == 200


def test_is_for_reading_only(client: Client):
    assert client.post("/").status_code == 405
