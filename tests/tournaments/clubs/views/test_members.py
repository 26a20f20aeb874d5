from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import MembershipFactory
from tournaments.accounts.domain import club_members
from tournaments.enums import Role
from tournaments.log.actor import Actor
from tournaments.models import Invitation, LogRow, Membership

pytestmark = pytest.mark.django_db


def address(club, name: str = "members") -> str:
    return reverse(f"tournaments:{name}", args=[club.public_id])


def test_new_invitation_is_shown_once_and_works(desk, club):
    response = desk.post(address(club, "invite"), {"role": Role.REFEREE})
    assert (response.status_code, response.headers["Location"]) == (303, address(club))
    issued = desk.get(address(club)).context["issued"]
    assert "<svg" in issued["qr"]
    assert desk.get(address(club)).context["issued"] is None
    assert Client().get(issued["link"]).status_code == 200
    assert Invitation.objects.get().role == Role.REFEREE


def test_new_invitation_is_not_shown_on_another_clubs_page(desk, owner, club):
    second = MembershipFactory.create(user=owner.user, role=Role.OWNER).club
    desk.post(address(club, "invite"), {"role": Role.REFEREE})
    assert desk.get(address(second)).context["issued"] is None


def test_unused_invitations_are_listed_and_can_be_revoked(desk, owner, club):
    for role in (Role.REFEREE, Role.SCOREKEEPER):
        desk.post(address(club, "invite"), {"role": role})
    link = desk.get(address(club)).context["issued"]["link"]
    scorekeeper, referee = desk.get(address(club)).context["waiting"]
    assert (scorekeeper.role, referee.role, referee.invited_by) == (
        Role.SCOREKEEPER,
        Role.REFEREE,
        owner.user,
    )
    form = {"invitation": scorekeeper.token_digest}
    assert desk.post(address(club, "revoke_invitation"), form).headers["Location"] == address(club)
    assert list(desk.get(address(club)).context["waiting"]) == [referee]
    assert Client().get(link).status_code == 410
    assert LogRow.objects.get(action="invitation_revoked").club == club
    repeated = desk.post(address(club, "revoke_invitation"), form)
    assert (repeated.status_code, repeated.context["refusal"].code) == (422, "invitation_not_valid")


@pytest.mark.both_databases
@pytest.mark.parametrize("named", ["", "x", "a\0b", "0" * 64])
def test_invitation_of_another_club_is_not_revoked(desk, club, named):
    other_owner = MembershipFactory.create(role=Role.OWNER)
    issued = club_members.invite_member(
        club=other_owner.club, role=Role.REFEREE, by=Actor(user=other_owner.user), at=timezone.now()
    )
    for digest in (named, issued.invitation.token_digest):
        response = desk.post(address(club, "revoke_invitation"), {"invitation": digest})
        assert response.status_code == 404
    assert club_members.open_invitations(club=other_owner.club, at=timezone.now()).exists()


def test_role_is_changed(desk, club):
    member = MembershipFactory.create(club=club, role=Role.SCOREKEEPER)
    form_data = {"member": member.user.email, "role": Role.REFEREE}
    assert desk.post(address(club, "change_role"), form_data).status_code == 303
    member.refresh_from_db()
    assert member.role == Role.REFEREE


def test_member_is_removed(desk, club):
    member = MembershipFactory.create(club=club)
    assert desk.post(address(club, "remove_member"), {"member": member.user.email}).status_code == 303
    assert not Membership.objects.filter(pk=member.pk).exists()


@pytest.mark.parametrize("name", ["change_role", "remove_member"])
def test_last_owner_cannot_leave(desk, owner, club, name):
    response = desk.post(address(club, name), {"member": owner.user.email, "role": Role.ORGANIZER})
    assert response.status_code == 422
    assert response.context["refusal"].code == "last_owner"
    owner.refresh_from_db()
    assert owner.role == Role.OWNER


@pytest.mark.parametrize("name", ["change_role", "remove_member"])
def test_giving_up_ownership_returns_to_the_dashboard(desk, owner, club, name):
    MembershipFactory.create(club=club, role=Role.OWNER)
    response = desk.post(address(club, name), {"member": owner.user.email, "role": Role.ORGANIZER})
    assert response.headers["Location"] == reverse("tournaments:desk")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "typed",
    [
        {"role": "king"},
        {"member": "x@example.org"},
        {"member": "", "role": ""},
        {"member": "x\0@example"},
    ],
)
def test_invalid_form_values_change_nothing(desk, owner, club, typed):
    response = desk.post(
        address(club, "change_role"), {"member": owner.user.email, "role": Role.REFEREE, **typed}
    )
    assert response.status_code == 404
    assert desk.post(address(club, "invite"), {"role": "king"}).status_code == 404
    assert not Invitation.objects.exists()


def test_member_of_another_club_is_not_removed(desk, club):
    stranger = MembershipFactory.create()
    response = desk.post(address(club, "remove_member"), {"member": stranger.user.email})
    assert response.status_code == 404
    assert Membership.objects.filter(pk=stranger.pk).exists()


def test_number_of_queries_does_not_grow(desk, club, django_assert_num_queries):
    MembershipFactory.create(club=club)
    with django_assert_num_queries(5):
        desk.get(address(club))
    MembershipFactory.create_batch(9, club=club)
    with django_assert_num_queries(5):
        desk.get(address(club))
