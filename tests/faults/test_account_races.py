from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any

import pytest

from tests.factories import NOW, ClubFactory, MembershipFactory, UserFactory
from tests.faults.test_races import after, at_once, until_somebody_waits
from tournaments.accounts.domain import close_account, club_members, own_account, recovery_links
from tournaments.enums import AccountLinkKind, Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import AccountLink, Club, Invitation, LogRow, Membership, User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

NEW, OTHER = "kırmızı yedi okey", "mavi beş okey"


@pytest.fixture
def user() -> User:
    return UserFactory.create()


def one_after_the_other(first: Callable[[], Any], second: Callable[[], Any]) -> list[Any]:
    begun = Event()
    return at_once(until_somebody_waits(first, begun), after(begun, second))


def reload_user(user: User) -> User:
    return User.objects.get(pk=user.pk)


def create_invitation(club: Club, role: Role = Role.OWNER) -> Invitation:
    return club_members.invite_member(club=club, role=role, by=CONSOLE, at=NOW).invitation


def joins(invitation: Invitation, user: User) -> Callable[[], Any]:
    return partial(
        club_members.accept_invitation,
        invitation=invitation,
        user=reload_user(user),
        club_name="Okey",
        at=NOW,
    )


def sets_password(link: AccountLink, password: str = NEW) -> Callable[[], Any]:
    return partial(
        recovery_links.set_password, link=AccountLink.objects.get(pk=link.pk), password=password, at=NOW
    )


def create_owner_link(owner: Membership, member: Membership) -> AccountLink:
    return recovery_links.issue_by_owner(membership=member, by=Actor(user=owner.user), at=NOW).link


@pytest.mark.parametrize("by_hand", [True, False])
def test_password_link_used_twice_at_once_works_once(user, by_hand):
    link = recovery_links.issue_link(user, AccountLinkKind.PASSWORD, by_hand=by_hand, at=NOW).link
    outcomes = one_after_the_other(sets_password(link), sets_password(link, OTHER))
    assert isinstance(outcomes[1], recovery_links.LinkNotValid)
    assert reload_user(user).check_password(NEW)


def test_email_link_used_twice_at_once_works_once(user):
    link = recovery_links.issue_link(user, AccountLinkKind.EMAIL, email="new@example.org", at=NOW).link
    use = partial(own_account.confirm_email, link=link, current_key="", at=NOW)
    assert isinstance(one_after_the_other(use, use)[1], recovery_links.LinkNotValid)
    assert LogRow.objects.filter(action="email_changed").count() == 1


@pytest.mark.parametrize("founding", [True, False])
def test_invitation_used_twice_at_once_works_once(owner, founding):
    invitation = club_members.invite_owner(at=NOW).invitation if founding else create_invitation(owner.club)
    before = Membership.objects.count()
    users = [UserFactory.create(), UserFactory.create()]
    outcomes = one_after_the_other(*(joins(invitation, user) for user in users))
    assert isinstance(outcomes[1], club_members.InvitationNotValid)
    assert Membership.objects.count() == before + 1


def test_owners_link_is_refused_if_the_member_is_just_joining_another_club(owner):
    member = MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)
    link = create_owner_link(owner, member)
    outcomes = one_after_the_other(
        joins(create_invitation(ClubFactory.create()), member.user), sets_password(link)
    )
    assert isinstance(outcomes[1], recovery_links.LinkNotValid)
    assert not reload_user(member.user).check_password(NEW)


def test_joining_is_refused_if_an_owners_link_is_just_changing_the_password(owner):
    member = MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)
    other_club = ClubFactory.create()
    link = create_owner_link(owner, member)
    outcomes = one_after_the_other(sets_password(link), joins(create_invitation(other_club), member.user))
    assert isinstance(outcomes[1], club_members.AccountChanged)
    assert not other_club.memberships.exists()


def test_owners_link_is_refused_if_its_owner_is_just_losing_another_club_of_the_member(owner):
    member = MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)
    club = MembershipFactory.create(role=Role.OWNER).club
    MembershipFactory.create(user=member.user, club=club, role=Role.SCOREKEEPER)
    owned = MembershipFactory.create(user=owner.user, club=club, role=Role.OWNER)
    link = create_owner_link(owner, member)
    remove = partial(club_members.remove_member, membership=owned, by=CONSOLE, at=NOW)
    assert isinstance(one_after_the_other(remove, sets_password(link))[1], recovery_links.LinkNotValid)


@pytest.mark.parametrize("change", ["password", "email", "name", "close"])
def test_change_by_a_session_that_a_password_link_is_just_ending_is_refused(user, change):
    link = recovery_links.issue_link(user, AccountLinkKind.PASSWORD, by_hand=True, at=NOW).link
    stale = reload_user(user)
    changes: dict[str, Callable[[], Any]] = {
        "password": partial(own_account.change_password, user=stale, password=OTHER, current_key="", at=NOW),
        "email": partial(
            own_account.change_email,
            user=stale,
            email="x@example.org",
            confirmation_link=str,
            current_key="",
            at=NOW,
        ),
        "name": partial(own_account.change_name, user=stale, name="Other", at=NOW),
        "close": partial(close_account.close, user=stale, at=NOW),
    }
    assert isinstance(
        one_after_the_other(sets_password(link), changes[change])[1], club_members.AccountChanged
    )
    now = reload_user(user)
    assert (now.check_password(NEW), now.email, now.name, now.is_active) == (
        *(True, user.email, user.name, True),
    )


def revokes(invitation: Invitation) -> Callable[[], Any]:
    return partial(club_members.revoke_invitation, invitation=invitation, by=CONSOLE, at=NOW)


def test_invitation_that_is_just_being_revoked_lets_nobody_in(owner, user):
    invitation = create_invitation(owner.club)
    outcomes = one_after_the_other(revokes(invitation), joins(invitation, user))
    assert isinstance(outcomes[1], club_members.InvitationNotValid)
    assert not Membership.objects.filter(user=user).exists()


def test_invitation_that_is_just_being_accepted_can_not_be_revoked(owner, user):
    invitation = create_invitation(owner.club)
    outcomes = one_after_the_other(joins(invitation, user), revokes(invitation))
    assert isinstance(outcomes[1], club_members.InvitationNotValid)
    assert Membership.objects.filter(user=user).exists()


def test_accepting_and_revoking_at_once_never_deadlock(owner):
    for _attempt in range(30):
        user = UserFactory.create()
        invitation = create_invitation(owner.club, Role.SCOREKEEPER)
        joined, revoked = at_once(joins(invitation, user), revokes(invitation))
        refused = [isinstance(outcome, club_members.InvitationNotValid) for outcome in (joined, revoked)]
        assert sorted(refused) == [False, True]
        assert Membership.objects.filter(user=user).exists() == refused[1]


def test_closed_account_joins_no_club(owner, user):
    outcomes = one_after_the_other(
        partial(close_account.close, user=reload_user(user), at=NOW),
        joins(create_invitation(owner.club), user),
    )
    assert isinstance(outcomes[1], club_members.AccountChanged)
    assert [membership.user for membership in owner.club.memberships.all()] == [owner.user]


def test_account_closed_while_it_joins_a_club_leaves_that_club_too(owner, user):
    outcomes = one_after_the_other(
        joins(create_invitation(owner.club), user),
        partial(close_account.close, user=reload_user(user), at=NOW),
    )
    assert isinstance(outcomes[0], Membership)
    assert not reload_user(user).is_active
    assert [membership.user for membership in owner.club.memberships.all()] == [owner.user]


def test_name_is_not_changed_after_the_account_is_closed(user):
    outcomes = one_after_the_other(
        partial(close_account.close, user=reload_user(user), at=NOW),
        partial(own_account.change_name, user=reload_user(user), name="Ayşe Kaya", at=NOW),
    )
    assert isinstance(outcomes[1], club_members.AccountChanged)
    assert reload_user(user).name == f"#{user.pk}"


def test_everything_about_an_account_at_once_never_deadlocks(owner):
    other = MembershipFactory.create(club=owner.club, role=Role.OWNER)
    for _attempt in range(5):
        member = MembershipFactory.create(club=owner.club, role=Role.OWNER)
        link = create_owner_link(owner, member)
        at_once(
            sets_password(link),
            joins(create_invitation(ClubFactory.create()), member.user),
            partial(create_owner_link, other, member),
            partial(club_members.change_role, membership=member, role=Role.REFEREE, by=CONSOLE, at=NOW),
            partial(
                own_account.change_password,
                user=reload_user(member.user),
                password=OTHER,
                current_key="",
                at=NOW,
            ),
            partial(close_account.close, user=reload_user(member.user), at=NOW),
        )
