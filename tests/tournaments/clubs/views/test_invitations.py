from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import MembershipFactory, UserFactory
from tournaments.accounts.domain import club_members
from tournaments.enums import Role
from tournaments.log.actor import Actor
from tournaments.models import Club, Invitation, Membership, User
from tournaments.web.client import DEVICE_COOKIE

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "name": "Can Su",
    "email": "Can@Example.org",
    "password": "kırmızı yedi okey",
    "again": "kırmızı yedi okey",
}


def link(issued: club_members.IssuedInvitation) -> str:
    return reverse("tournaments:invitation", args=[issued.token])


@pytest.fixture
def founding_link() -> str:
    return link(club_members.invite_owner(at=timezone.now()))


@pytest.fixture
def joining_link(owner: Membership) -> str:
    issued = club_members.invite_member(
        club=owner.club, role=Role.SCOREKEEPER, by=Actor(user=owner.user), at=timezone.now()
    )
    return link(issued)


def test_new_account_founds_a_club_and_is_signed_in(client, founding_link):
    assert client.get(founding_link).status_code == 200
    response = client.post(founding_link, {**ACCOUNT, "club_name": "Yediveren"})
    assert (response.status_code, response.headers["Location"]) == (303, reverse("tournaments:dashboard"))
    member = Membership.objects.get()
    assert (member.user.email, member.club.name, member.role) == ("can@example.org", "Yediveren", Role.OWNER)
    assert client.get(reverse("tournaments:dashboard")).context["clubs"][0].owned


def test_new_account_joins_a_club(client, joining_link, club):
    assert client.post(joining_link, ACCOUNT).status_code == 303
    assert Membership.objects.get(user__email="can@example.org").club == club


def test_signed_in_account_joins_a_club(client, joining_link, club):
    user = UserFactory.create()
    client.force_login(user)
    assert client.post(joining_link).status_code == 303
    assert Membership.objects.get(user=user).role == Role.SCOREKEEPER


def test_signed_in_account_founds_a_second_club(organizer_client, owner, founding_link):
    assert organizer_client.post(founding_link, {"club_name": ""}).status_code == 422
    assert organizer_client.post(founding_link, {"club_name": "İkinci"}).status_code == 303
    assert set(owner.user.memberships.values_list("club__name", flat=True)) == {owner.club.name, "İkinci"}


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"email": "can"}, {"again": "başka bir parola"}, {"club_name": " "}]
)
def test_invalid_input_is_shown_again_and_nothing_is_created(client, founding_link, wrong):
    response = client.post(founding_link, {**ACCOUNT, "club_name": "Yediveren", **wrong})
    assert response.status_code == 422
    assert response.context["form"]["name"].value() == wrong.get("name", "Can Su")
    assert (User.objects.count(), Club.objects.count()) == (0, 0)
    assert Invitation.objects.get().used_at is None


def test_email_with_an_account_is_refused(client, joining_link):
    UserFactory.create(email="can@example.org")
    response = client.post(joining_link, ACCOUNT)
    assert response.status_code == 422
    assert "email" in response.context["form"].errors
    assert Invitation.objects.get().used_at is None


@pytest.mark.parametrize("named", [True, False], ids=["same_device", "new_devices"])
def test_registered_emails_cannot_be_probed_without_limit(joining_link, named):
    UserFactory.create(email="can@example.org")
    client = Client()
    if named:
        client.get(joining_link)
        assert DEVICE_COOKIE in client.cookies
    responses = [client.post(joining_link, ACCOUNT) for _try in range(club_members.FREE_REGISTRATIONS + 1)]
    assert [response.status_code for response in responses] == [422] * club_members.FREE_REGISTRATIONS + [429]
    assert int(responses[-1].headers["Retry-After"]) > 0


@pytest.mark.slow
def test_one_device_cannot_probe_emails_with_many_invitations(client, owner):
    UserFactory.create(email="can@example.org")
    for number in range(club_members.FREE_REGISTRATIONS + 1):
        issued = club_members.invite_member(
            club=owner.club, role=Role.REFEREE, by=Actor(user=owner.user), at=timezone.now()
        )
        client.get(link(issued))
        status = client.post(link(issued), ACCOUNT).status_code
        assert status == (422 if number < club_members.FREE_REGISTRATIONS else 429)


def test_used_invitation_is_gone(client, joining_link):
    client.post(joining_link, ACCOUNT)
    for response in (
        Client().get(joining_link),
        Client().post(joining_link, {**ACCOUNT, "email": "b@example.org"}),
    ):
        assert response.status_code == 410
    assert not User.objects.filter(email="b@example.org").exists()


def test_expired_invitation_is_gone(client, joining_link):
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(joining_link).status_code == 410


def test_unknown_invitation_is_gone(client):
    assert client.get(reverse("tournaments:invitation", args=["abc"])).status_code == 410


def test_invitation_without_a_higher_role_is_not_used_up(organizer_client, owner, joining_link):
    assert organizer_client.get(joining_link).context["current_membership"] == owner
    organizer_client.post(joining_link)
    owner.refresh_from_db()
    assert owner.role == Role.OWNER
    assert Invitation.objects.get().used_at is None


def test_member_gets_the_higher_role_of_an_invitation(client, joining_link, club):
    Invitation.objects.update(role=Role.ORGANIZER)
    member = MembershipFactory.create(club=club, role=Role.SCOREKEEPER)
    client.force_login(member.user)
    assert client.post(joining_link).status_code == 303
    member.refresh_from_db()
    assert member.role == Role.ORGANIZER
