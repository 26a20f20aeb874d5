from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from config.middleware import SESSION_HINT_COOKIE
from tests.factories import MembershipFactory, UserFactory, open_tournament
from tournaments.enums import Role
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def is_staff(client: Client, **query: Any) -> bool:
    answer = client.get(reverse("scoring:reader_roles"), query)
    assert answer.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    return bool(answer.json()["staff"])


def test_tournament_staff_includes_club_staff(client: Client):
    tournament, other = open_tournament(), open_tournament()
    assert not is_staff(client, tournament=tournament.public_id)
    member = MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER)
    client.force_login(member.user)
    assert is_staff(client, tournament=tournament.public_id)
    assert is_staff(client, club=tournament.club.public_id)
    assert not is_staff(client, tournament=other.public_id)
    assert not is_staff(client, club=other.club.public_id)
    member.tournament = Tournament.objects.get(pk=tournament.pk)
    member.save()
    assert is_staff(client, tournament=tournament.public_id)
    assert not is_staff(client, tournament=open_tournament(club=tournament.club).public_id)


@pytest.mark.parametrize("query", [{}, {"tournament": "x"}, {"tournament": ""}, {"club": uuid4()}])
def test_without_a_subject_nobody_is_staff(client: Client, query: dict[str, Any]):
    client.force_login(MembershipFactory.create().user)
    assert not is_staff(client, **query)


def test_session_cookie_mark_follows_the_session(client: Client):
    user = UserFactory.create()
    user.set_password("kalem-defter-silgi")
    user.save()
    typed = {"email": user.email, "password": "kalem-defter-silgi"}
    client.post(reverse("tournaments:sign_in"), typed)
    mark = client.cookies[SESSION_HINT_COOKIE]
    assert (mark.value, mark["httponly"], mark["samesite"]) == ("1", "", "Lax")
    assert mark["max-age"] == client.cookies["istaka_session"]["max-age"]
    client.post(reverse("tournaments:sign_out"))
    assert client.cookies[SESSION_HINT_COOKIE].value == ""


def test_sign_in_link_redirects_signed_in_users_without_a_script(client: Client):
    client.force_login(UserFactory.create())
    assert client.get(reverse("tournaments:sign_in"))["Location"] == reverse("tournaments:dashboard")
