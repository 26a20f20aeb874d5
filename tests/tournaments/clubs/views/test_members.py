from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import MembershipFactory
from tests.page_forms import forms_of
from tournaments.accounts.domain import club_members
from tournaments.enums import Role
from tournaments.log.actor import Actor
from tournaments.models import Invitation, LogRow, Membership

pytestmark = pytest.mark.django_db


def address(club, name: str = "members") -> str:
    return reverse(f"tournaments:{name}", args=[club.public_id])


def test_new_invitation_is_shown_once_and_works(organizer_client, club):
    response = organizer_client.post(address(club, "create_invitation"), {"role": Role.REFEREE})
    assert (response.status_code, response.headers["Location"]) == (303, address(club))
    issued = organizer_client.get(address(club)).context["issued_invitation"]
    assert "<svg" in issued["qr"]
    assert organizer_client.get(address(club)).context["issued_invitation"] is None
    assert Client().get(issued["link"]).status_code == 200
    assert Invitation.objects.get().role == Role.REFEREE


def test_new_invitation_is_not_shown_on_another_clubs_page(organizer_client, owner, club):
    second = MembershipFactory.create(user=owner.user, role=Role.OWNER).club
    organizer_client.post(address(club, "create_invitation"), {"role": Role.REFEREE})
    assert organizer_client.get(address(second)).context["issued_invitation"] is None


def test_unused_invitations_are_listed_and_can_be_revoked(organizer_client, owner, club):
    for role in (Role.REFEREE, Role.SCOREKEEPER):
        organizer_client.post(address(club, "create_invitation"), {"role": role})
    link = organizer_client.get(address(club)).context["issued_invitation"]["link"]
    scorekeeper, referee = organizer_client.get(address(club)).context["open_invitations"]
    assert (scorekeeper.role, referee.role, referee.invited_by) == (
        Role.SCOREKEEPER,
        Role.REFEREE,
        owner.user,
    )
    form = {"invitation": scorekeeper.token_digest}
    assert organizer_client.post(address(club, "revoke_invitation"), form).headers["Location"] == address(
        club
    )
    assert list(organizer_client.get(address(club)).context["open_invitations"]) == [referee]
    assert Client().get(link).status_code == 410
    assert LogRow.objects.get(action="invitation_revoked").club == club
    repeated = organizer_client.post(address(club, "revoke_invitation"), form)
    assert (repeated.status_code, repeated.context["refusal"].code) == (422, "invitation_not_valid")


@pytest.mark.postgres
@pytest.mark.parametrize("named", ["", "x", "a\0b", "0" * 64])
def test_invitation_of_another_club_is_not_revoked(organizer_client, club, named):
    other_owner = MembershipFactory.create(role=Role.OWNER)
    issued = club_members.invite_member(
        club=other_owner.club, role=Role.REFEREE, by=Actor(user=other_owner.user), at=timezone.now()
    )
    for digest in (named, issued.invitation.token_digest):
        response = organizer_client.post(address(club, "revoke_invitation"), {"invitation": digest})
        assert response.status_code == 404
    assert club_members.open_invitations(club=other_owner.club, at=timezone.now()).exists()


def test_role_is_changed(organizer_client, club):
    member = MembershipFactory.create(club=club, role=Role.SCOREKEEPER)
    form_data = {"member": member.user.email, "role": Role.REFEREE}
    assert organizer_client.post(address(club, "change_role"), form_data).status_code == 303
    member.refresh_from_db()
    assert member.role == Role.REFEREE


def test_role_that_another_owner_changed_meanwhile_is_not_overwritten(organizer_client, club):
    member = MembershipFactory.create(club=club, role=Role.SCOREKEEPER)
    form = {"member": member.user.email, "seen": Role.SCOREKEEPER}
    assert (
        organizer_client.post(address(club, "change_role"), form | {"role": Role.REFEREE}).status_code == 303
    )
    refused = organizer_client.post(address(club, "change_role"), form | {"role": Role.ORGANIZER})
    assert (refused.status_code, refused.context["refusal"].code) == (422, "changed_meanwhile")
    [again] = [
        page_form
        for page_form in forms_of(refused, address(club))
        if page_form.values.get("member") == [member.user.email] and "role" in page_form.values
    ]
    assert (again.values["seen"], again.visible["role"]) == ([Role.REFEREE], [Role.ORGANIZER])
    assert again.send(organizer_client).status_code == 303
    member.refresh_from_db()
    assert member.role == Role.ORGANIZER


def test_member_is_removed(organizer_client, club):
    member = MembershipFactory.create(club=club)
    assert (
        organizer_client.post(address(club, "remove_member"), {"member": member.user.email}).status_code
        == 303
    )
    assert not Membership.objects.filter(pk=member.pk).exists()


@pytest.mark.parametrize("name", ["change_role", "remove_member"])
def test_last_owner_cannot_leave(organizer_client, owner, club, name):
    response = organizer_client.post(
        address(club, name), {"member": owner.user.email, "role": Role.ORGANIZER}
    )
    assert response.status_code == 422
    assert response.context["refusal"].code == "last_owner"
    owner.refresh_from_db()
    assert owner.role == Role.OWNER


@pytest.mark.parametrize("name", ["change_role", "remove_member"])
def test_giving_up_ownership_returns_to_the_dashboard(organizer_client, owner, club, name):
    MembershipFactory.create(club=club, role=Role.OWNER)
    response = organizer_client.post(
        address(club, name), {"member": owner.user.email, "role": Role.ORGANIZER}
    )
    assert response.headers["Location"] == reverse("tournaments:dashboard")


@pytest.mark.postgres
@pytest.mark.parametrize(
    "typed",
    [
        {"role": "king"},
        {"member": "x@example.org"},
        {"member": "", "role": ""},
        {"member": "x\0@example"},
    ],
)
def test_invalid_form_values_change_nothing(organizer_client, owner, club, typed):
    response = organizer_client.post(
        address(club, "change_role"), {"member": owner.user.email, "role": Role.REFEREE, **typed}
    )
    assert response.status_code == 404
    assert organizer_client.post(address(club, "create_invitation"), {"role": "king"}).status_code == 404
    assert not Invitation.objects.exists()


def test_member_of_another_club_is_not_removed(organizer_client, club):
    stranger = MembershipFactory.create()
    response = organizer_client.post(address(club, "remove_member"), {"member": stranger.user.email})
    assert response.status_code == 404
    assert Membership.objects.filter(pk=stranger.pk).exists()


def test_number_of_queries_does_not_grow(organizer_client, club, django_assert_num_queries):
    MembershipFactory.create(club=club)
    with django_assert_num_queries(5):
        organizer_client.get(address(club))
    MembershipFactory.create_batch(9, club=club)
    with django_assert_num_queries(5):
        organizer_client.get(address(club))
