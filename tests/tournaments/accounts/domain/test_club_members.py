from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from tests.factories import NOW, ClubFactory, MembershipFactory, UserFactory
from tests.faults.test_races import at_once
from tournaments.accounts.domain import close_account, club_members
from tournaments.enums import Role
from tournaments.log.actor import Actor
from tournaments.models import Club, Invitation, LogRow, Membership, User

pytestmark = pytest.mark.django_db

losing_rights = pytest.mark.parametrize(
    "give_up",
    [club_members.remove_member, partial(club_members.change_role, role=Role.ORGANIZER)],
    ids=["removed", "demoted"],
)


def invite_as_owner(owner: Membership, role: Role = Role.SCOREKEEPER) -> club_members.IssuedInvitation:
    return club_members.invite_member(club=owner.club, role=role, by=Actor(user=owner.user), at=NOW)


def accept(issued: club_members.IssuedInvitation, user: User, *, club_name: str = "") -> Membership:
    return club_members.accept_invitation(
        invitation=issued.invitation, user=user, club_name=club_name, at=NOW + timedelta(hours=1)
    )


def test_first_owner_founds_a_club():
    founder = UserFactory.create()
    membership = accept(club_members.invite_owner(at=NOW), founder, club_name="Yediveren")
    assert (membership.role, membership.club.name) == (Role.OWNER, "Yediveren")
    assert LogRow.objects.get(action="member_joined").club == membership.club


def test_invitation_gives_its_role_in_its_club(owner):
    issued = invite_as_owner(owner, Role.REFEREE)
    invitation = club_members.find_invitation(token=issued.token, at=NOW)
    assert (invitation.club, invitation.role, invitation.invited_by) == (owner.club, Role.REFEREE, owner.user)
    newcomer = UserFactory.create()
    assert accept(issued, newcomer).role == Role.REFEREE
    assert [(member.club, member.tournament) for member in newcomer.memberships.all()] == [(owner.club, None)]
    assert Club.objects.count() == 1


def test_token_is_not_stored(owner):
    issued = invite_as_owner(owner)
    stored = Invitation.objects.values().get()
    assert issued.token not in str(stored)
    assert issued.token not in str(LogRow.objects.values().get())


def test_every_invitation_has_its_own_token(owner):
    assert invite_as_owner(owner).token != invite_as_owner(owner).token


def test_invitation_works_once(owner):
    issued = invite_as_owner(owner)
    accept(issued, UserFactory.create())
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token=issued.token, at=NOW)
    with pytest.raises(club_members.InvitationNotValid):
        accept(issued, UserFactory.create())
    assert Membership.objects.count() == 2


@pytest.mark.parametrize("lost", ["membership", "role", "account"])
def test_invitation_of_a_former_owner_is_not_valid(owner, lost):
    issued = invite_as_owner(owner)
    if lost == "membership":
        Membership.objects.filter(pk=owner.pk).delete()
    elif lost == "role":
        Membership.objects.filter(pk=owner.pk).update(role=Role.ORGANIZER)
    else:
        User.objects.filter(pk=owner.user.pk).update(is_active=False)
    assert not club_members.open_invitations(club=owner.club, at=NOW).exists()
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token=issued.token, at=NOW)
    with pytest.raises(club_members.InvitationNotValid):
        accept(issued, UserFactory.create())


@pytest.mark.parametrize("years", [1, -1])
def test_invitation_of_a_wrong_clock_is_not_valid(owner, years):
    wrong_time = NOW + years * timedelta(days=365)
    issued = club_members.invite_member(
        club=owner.club, role=Role.REFEREE, by=Actor(user=owner.user), at=wrong_time
    )
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token=issued.token, at=NOW)
    second = invite_as_owner(owner)
    assert club_members.find_invitation(token=second.token, at=NOW) == second.invitation


def test_invitation_expires_after_a_week(owner):
    issued = invite_as_owner(owner)
    week = NOW + timedelta(days=7)
    just_before = week - timedelta(seconds=1)
    assert club_members.find_invitation(token=issued.token, at=just_before) == issued.invitation
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token=issued.token, at=week)


def test_unknown_token_is_not_valid():
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token="", at=NOW)


def test_member_can_be_invited_to_a_higher_role(owner):
    member = MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)
    accept(invite_as_owner(owner, Role.ORGANIZER), member.user)
    member.refresh_from_db()
    assert member.role == Role.ORGANIZER
    assert owner.club.memberships.count() == 2


def test_accepting_an_invitation_never_lowers_the_role(owner):
    accept(invite_as_owner(owner, Role.SCOREKEEPER), owner.user)
    owner.refresh_from_db()
    assert owner.role == Role.OWNER


def test_account_is_found_by_email_in_any_case():
    user = club_members.register_user(email=" Ayse@Example.org ", name="Ayşe", password="uzun-bir-parola")
    assert user.email == "ayse@example.org"
    assert user.check_password("uzun-bir-parola")
    assert User.objects.get_by_natural_key("AYSE@example.ORG") == user


@pytest.mark.parametrize("email", ["ayse@example.org", "AYSE@EXAMPLE.ORG", " Ayse@example.org "])
def test_email_has_one_account(email):
    club_members.register_user(email="ayse@example.org", name="Ayşe", password="uzun-bir-parola")
    with pytest.raises(club_members.EmailTaken):
        club_members.register_user(email=email, name="Öteki", password="başka-bir-parola")
    assert User.objects.count() == 1


def test_change_of_role_is_logged_with_both_roles(owner):
    member = MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)
    club_members.change_role(membership=member, role=Role.REFEREE, by=Actor(user=owner.user), at=NOW)
    member.refresh_from_db()
    assert member.role == Role.REFEREE
    row = LogRow.objects.get(action="member_role_changed")
    assert (row.before, row.after, row.user) == (
        '{"role": "scorekeeper"}',
        '{"role": "referee"}',
        owner.user,
    )


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.REFEREE, Role.SCOREKEEPER])
def test_last_owner_keeps_the_role(owner, role):
    MembershipFactory.create(role=Role.OWNER)  # an owner of another club doesn't count
    with pytest.raises(club_members.LastOwner):
        club_members.change_role(membership=owner, role=role, by=Actor(user=owner.user), at=NOW)
    with pytest.raises(club_members.LastOwner):
        club_members.remove_member(membership=owner, by=Actor(user=owner.user), at=NOW)
    owner.refresh_from_db()
    assert owner.role == Role.OWNER
    assert not LogRow.objects.exists()


def test_owner_can_be_set_to_owner(owner):
    club_members.change_role(membership=owner, role=Role.OWNER, by=Actor(user=owner.user), at=NOW)
    owner.refresh_from_db()
    assert owner.role == Role.OWNER


def test_one_of_two_owners_can_be_removed(owner):
    MembershipFactory.create(club=owner.club, role=Role.OWNER)
    club_members.remove_member(membership=owner, by=Actor(user=owner.user), at=NOW)
    assert [member.role for member in Membership.objects.all()] == [Role.OWNER]
    assert User.objects.filter(pk=owner.user.pk).exists()


def test_removal_leaves_memberships_in_other_clubs(owner):
    member = MembershipFactory.create(club=owner.club)
    elsewhere = MembershipFactory.create(user=member.user, club=ClubFactory.create())
    club_members.remove_member(membership=member, by=Actor(user=owner.user), at=NOW)
    assert list(member.user.memberships.all()) == [elsewhere]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@losing_rights
def test_one_owner_stays_when_two_remove_each_other_at_once(owner, give_up):
    other_owner = MembershipFactory.create(club=owner.club, role=Role.OWNER)
    outcomes = at_once(
        partial(give_up, membership=owner, by=Actor(user=other_owner.user), at=NOW),
        partial(give_up, membership=other_owner, by=Actor(user=owner.user), at=NOW),
    )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [club_members.LastOwner]
    assert Membership.objects.filter(role=Role.OWNER).count() == 1


def test_member_removed_concurrently_is_not_changed_or_removed_again(owner):
    member = MembershipFactory.create(club=owner.club)
    stale = Membership.objects.get(pk=member.pk)
    club_members.remove_member(membership=member, by=Actor(user=owner.user), at=NOW)
    with pytest.raises(club_members.NotAMember):
        club_members.remove_member(membership=stale, by=Actor(user=owner.user), at=NOW)
    with pytest.raises(club_members.NotAMember):
        club_members.change_role(membership=stale, role=Role.REFEREE, by=Actor(user=owner.user), at=NOW)
    assert LogRow.objects.filter(action="member_removed").count() == 1


@losing_rights
def test_own_invitation_ends_with_the_loss_of_rights(owner, give_up):
    other_owner = MembershipFactory.create(club=owner.club, role=Role.OWNER)
    elsewhere = MembershipFactory.create(user=owner.user, role=Role.OWNER)
    issued, of_another, of_another_club = (
        invite_as_owner(owner, Role.OWNER),
        invite_as_owner(other_owner),
        invite_as_owner(elsewhere),
    )
    give_up(membership=owner, by=Actor(user=other_owner.user), at=NOW)
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token=issued.token, at=NOW)
    with pytest.raises(club_members.InvitationNotValid):
        accept(issued, UserFactory.create())
    for still_valid in (of_another, of_another_club):
        assert club_members.find_invitation(token=still_valid.token, at=NOW) == still_valid.invitation


def test_unchanged_owner_keeps_invitations(owner):
    issued = invite_as_owner(owner)
    club_members.change_role(membership=owner, role=Role.OWNER, by=Actor(user=owner.user), at=NOW)
    assert club_members.find_invitation(token=issued.token, at=NOW) == issued.invitation


def test_closed_account_does_not_count_as_an_owner(owner):
    MembershipFactory.create(club=owner.club, role=Role.OWNER, user=UserFactory.create(is_active=False))
    assert close_account.solely_owned_clubs(user=owner.user) == [owner.club]
    with pytest.raises(club_members.LastOwner):
        club_members.remove_member(membership=owner, by=Actor(user=owner.user), at=NOW)


def test_closed_account_accepts_no_invitation(owner):
    with pytest.raises(club_members.AccountChanged):
        accept(invite_as_owner(owner), UserFactory.create(is_active=False))
    assert Invitation.objects.get().used_at is None


def test_invitation_revoked_while_the_clock_was_ahead_stays_revoked(owner):
    issued = invite_as_owner(owner)
    year = NOW + timedelta(days=365)
    club_members.revoke_invitation(invitation=issued.invitation, by=Actor(user=owner.user), at=year)
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token=issued.token, at=NOW)
    with pytest.raises(club_members.InvitationNotValid):
        club_members.revoke_invitation(invitation=issued.invitation, by=Actor(user=owner.user), at=NOW)


def test_invitation_of_an_owner_demoted_while_the_clock_was_ahead_stays_ended(owner):
    other_owner = MembershipFactory.create(club=owner.club, role=Role.OWNER)
    issued, year = invite_as_owner(owner), NOW + timedelta(days=365)
    club_members.change_role(membership=owner, role=Role.REFEREE, by=Actor(user=other_owner.user), at=year)
    club_members.change_role(membership=owner, role=Role.OWNER, by=Actor(user=other_owner.user), at=NOW)
    with pytest.raises(club_members.InvitationNotValid):
        club_members.find_invitation(token=issued.token, at=NOW)


@pytest.mark.postgres
def test_email_typed_with_a_turkish_i_is_the_same_address():
    user = club_members.register_user(email="kissik@example.org", name="Ayşe", password="uzun-bir-parola")
    with pytest.raises(club_members.EmailTaken):
        club_members.register_user(email="KISSİK@example.org", name="Can", password="uzun-bir-parola")
    assert User.objects.get_by_natural_key("kıssık@example.org") == user
