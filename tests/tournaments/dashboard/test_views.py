from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

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
from tournaments.dashboard.views import dashboard_clubs
from tournaments.enums import Role

pytestmark = pytest.mark.django_db

DESK = reverse("tournaments:dashboard")


def steps(user) -> list[str]:
    return [item.next_step for entry in dashboard_clubs(user) for item in entry.tournaments]


@pytest.mark.release
def test_each_tournament_has_its_next_step(organizer_client, owner, club):
    open_tournament(club=club, pairs=1)
    open_tournament(club=club, pairs=3)
    drawn_tournament(club=club)
    finished = drawn_tournament(club=club, pairs=4, groups=1, stages=LEAGUE)
    for encounter in encounters_of(finished):
        play_encounter(encounter)
    assert steps(owner.user) == ["over", "run", "draw", "enter"]
    page = organizer_client.get(english(DESK)).content.decode()
    entered = dashboard_clubs(owner.user)[0].tournaments[-1]
    with override("en"):
        assert (entered.entered, entered.min_entrants_text) == (1, "3 pairs")
        assert entered.min_entrants_text in page
    assert reverse("tournaments:entries", args=[entered.tournament.public_id]) in page


def test_new_club_is_offered_a_tournament(organizer_client, club):
    assert (
        reverse("scoring:new_tournament", args=[club.public_id])
        in organizer_client.get(DESK).content.decode()
    )


def test_user_without_a_club_sees_an_empty_dashboard(client):
    client.force_login(UserFactory.create())
    response = client.get(DESK)
    assert (response.status_code, response.context["clubs"]) == (200, [])


def test_scorekeeper_sees_tables_and_no_management(club, client):
    tournament = drawn_tournament(club=club)
    client.force_login(MembershipFactory.create(club=club, role=Role.SCOREKEEPER).user)
    page = client.get(DESK).content.decode()
    for table in tournament.tables.all():
        assert reverse("scoring:table", args=[table.public_id]) in page
    assert reverse("scoring:new_tournament", args=[club.public_id]) not in page
    assert reverse("scoring:room_overview", args=[tournament.public_id]) not in page


@pytest.mark.parametrize(
    ("role", "guide"),
    [(Role.ORGANIZER, "organizers"), (Role.REFEREE, "referees"), (Role.SCOREKEEPER, "scorekeepers")],
)
def test_guide_matches_the_role(club, client, role, guide):
    client.force_login(MembershipFactory.create(club=club, role=role).user)
    assert reverse("scoring:guide", kwargs={"code": guide}) in client.get(DESK).content.decode()


def test_role_for_one_tournament_shows_only_that_one(club):
    own, _other = drawn_tournament(club=club), drawn_tournament(club=club)
    helper = MembershipFactory.create(club=club, role=Role.ORGANIZER, tournament=own)
    (entry,) = dashboard_clubs(helper.user)
    assert [(item.tournament, item.managed) for item in entry.tournaments] == [(own, True)]
    assert not entry.managed


def test_other_clubs_are_hidden(owner):
    open_tournament(club=ClubFactory.create())
    assert [entry.club for entry in dashboard_clubs(owner.user)] == [owner.club]


@pytest.mark.release
def test_number_of_queries_does_not_grow(organizer_client, owner, club, django_assert_num_queries):
    def ask(client: Client, queries: int) -> None:
        with django_assert_num_queries(queries):
            client.get(DESK)

    queries = 10 + 2 * (connection.vendor == "sqlite")  # one query and one more for the administrator
    open_tournament(club=club, pairs=4)
    ask(organizer_client, queries)
    for _more in range(4):
        open_tournament(club=MembershipFactory.create(user=owner.user).club, pairs=4)
        drawn_tournament(club=club)
    ask(organizer_client, queries)


@pytest.mark.parametrize(("role", "hears"), [(Role.OWNER, True), (Role.ORGANIZER, False)])
def test_owner_is_warned_of_a_full_disk(client: Client, settings, role: str, hears: bool):
    client.force_login(MembershipFactory.create(role=role).user)
    settings.LOW_DISK_BYTES = 0
    warning = 'data-test="low-disk"'
    assert warning not in client.get(english(DESK)).content.decode()
    settings.LOW_DISK_BYTES = 2**62
    is_warned = warning in client.get(english(DESK)).content.decode()
    assert is_warned == (hears and connection.vendor == "sqlite")
