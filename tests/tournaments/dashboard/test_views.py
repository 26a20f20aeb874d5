"""The first page: clubs, tournaments, what comes next."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import (
    LEAGUE,
    ClubFactory,
    MembershipFactory,
    UserFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
)
from tests.languages import english
from tournaments.dashboard.views import clubs_of
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

DESK = reverse("tournaments:desk")


def steps(user) -> list[str]:
    return [item.next_step for place in clubs_of(user) for item in place.tournaments]


def test_each_tournament_says_what_comes_next(desk, owner, club):
    open_tournament(club=club, pairs=1)
    open_tournament(club=club, pairs=3)
    drawn_tournament(club=club)
    over = drawn_tournament(club=club, pairs=4, groups=1, stages=LEAGUE)
    for encounter in encounters_of(over):
        play_encounter(encounter)
    assert steps(owner.user) == ["over", "run", "draw", "enter"]
    shown = desk.get(english(DESK)).content.decode()
    assert "This plan needs at least 3 pairs." in shown


def test_a_new_club_is_told_to_create_a_tournament(desk, club):
    assert reverse("tournaments:new_tournament", args=[club.public_id]) in desk.get(DESK).content.decode()


def test_who_belongs_to_no_club_is_told_so(client):
    client.force_login(UserFactory.create())
    answer = client.get(DESK)
    assert (answer.status_code, answer.context["clubs"]) == (200, [])


def test_a_scorekeeper_finds_the_tables_and_nothing_to_manage(club, client):
    tournament = drawn_tournament(club=club)
    client.force_login(MembershipFactory.create(club=club, role=Role.SCOREKEEPER).user)
    page = client.get(DESK).content.decode()
    for table in tournament.tables.all():
        assert reverse("scoring:table", args=[table.public_id]) in page
    assert reverse("tournaments:new_tournament", args=[club.public_id]) not in page
    assert reverse("scoring:running", args=[tournament.public_id]) not in page


@pytest.mark.parametrize(
    ("role", "guide"),
    [(Role.ORGANIZER, "organizers"), (Role.REFEREE, "referees"), (Role.SCOREKEEPER, "scorekeepers")],
)
def test_everybody_finds_the_guide_of_his_role(club, client, role, guide):
    client.force_login(MembershipFactory.create(club=club, role=role).user)
    assert reverse("scoring:guide", kwargs={"code": guide}) in client.get(DESK).content.decode()


def test_a_role_for_one_tournament_shows_that_one_only(club):
    here, _other = drawn_tournament(club=club), drawn_tournament(club=club)
    helper = MembershipFactory.create(club=club, role=Role.ORGANIZER, tournament=here)
    (place,) = clubs_of(helper.user)
    assert [(item.tournament, item.managed) for item in place.tournaments] == [(here, True)]
    assert not place.managed


def test_clubs_of_others_are_not_there(owner):
    open_tournament(club=ClubFactory.create())
    assert [place.club for place in clubs_of(owner.user)] == [owner.club]


def test_the_number_of_queries_does_not_grow(desk, owner, club, django_assert_num_queries):
    def ask(client: Client, queries: int) -> None:
        with django_assert_num_queries(queries):
            client.get(DESK)

    queries = 10 + 2 * (connection.vendor == "sqlite")  # whether he looks after the house
    open_tournament(club=club, pairs=4)
    ask(desk, queries)
    for _more in range(4):
        open_tournament(club=MembershipFactory.create(user=owner.user).club, pairs=4)
        drawn_tournament(club=club)
    ask(desk, queries)


@pytest.mark.parametrize(("role", "hears"), [(Role.OWNER, True), (Role.ORGANIZER, False)])
def test_an_owner_hears_in_time_that_the_disk_gets_full(client: Client, settings, role: str, hears: bool):
    client.force_login(MembershipFactory.create(role=role).user)
    settings.LOW_DISK_BYTES = 0
    assert "The disk of this machine has" not in client.get(english(DESK)).content.decode()
    settings.LOW_DISK_BYTES = 2**62
    warned = "The disk of this machine has" in client.get(english(DESK)).content.decode()
    assert warned == (hears and connection.vendor == "sqlite")
