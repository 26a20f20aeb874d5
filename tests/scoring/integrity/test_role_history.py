from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from scoring import triggers
from scoring.integrity.integrity_checks import verify_club, verify_outside_clubs
from scoring.integrity.role_history import wrong_roles
from tests.factories import NOW, UserFactory, open_tournament
from tournaments.accounts.domain import close_account, club_members
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Club, LogRow, Membership, User

pytestmark = pytest.mark.django_db


def accept(issued: club_members.IssuedInvitation, user: User) -> Membership:
    return club_members.accept_invitation(
        invitation=issued.invitation, user=user, club_name="Yediveren", at=NOW + timedelta(hours=1)
    )


@pytest.fixture
def owner() -> Membership:
    return accept(club_members.invite_owner(at=NOW), UserFactory.create())


def join_club(club: Club, role: Role, user: User | None = None) -> Membership:
    issued = club_members.invite_member(club=club, role=role, by=CONSOLE, at=NOW)
    return accept(issued, user or UserFactory.create())


def break_places(club: Club) -> list[str]:
    return [problem.location for problem in verify_club(club).discrepancies]


def changes(membership: Membership) -> list[tuple[str, str | None, str | None]]:
    rows = LogRow.objects.filter(club=membership.club, subject=str(membership.user_id)).order_by("pk")
    return [
        (
            row.action,
            json.loads(row.before)["role"] if row.before else None,
            json.loads(row.after)["role"] if row.after else None,
        )
        for row in rows
    ]


def test_every_role_change_is_logged_with_before_and_after(owner):
    member = join_club(owner.club, Role.SCOREKEEPER)
    join_club(owner.club, Role.ORGANIZER, member.user)
    member.refresh_from_db()
    club_members.change_role(membership=member, role=Role.REFEREE, by=Actor(user=owner.user), at=NOW)
    club_members.remove_member(membership=member, by=Actor(user=owner.user), at=NOW)
    assert changes(member) == [
        ("member_joined", None, "scorekeeper"),
        ("member_joined", "scorekeeper", "organizer"),
        ("member_role_changed", "organizer", "referee"),
        ("member_removed", "referee", None),
    ]
    assert changes(owner) == [("member_joined", None, "owner")]
    assert break_places(owner.club) == []


def test_closing_an_account_logs_its_removal_from_clubs(owner):
    member = join_club(owner.club, Role.REFEREE)
    close_account.close(user=member.user, at=NOW)
    assert changes(member) == [("member_joined", None, "referee"), ("member_removed", "referee", None)]
    assert break_places(owner.club) == []
    assert verify_outside_clubs().discrepancies == []


def test_role_set_in_the_database_is_reported(owner):
    member = join_club(owner.club, Role.SCOREKEEPER)
    Membership.objects.filter(pk=member.pk).update(role=Role.OWNER)
    assert break_places(owner.club) == [f"member {member.user_id}"]
    output = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ledger", stdout=output)
    summary = "has role owner, and the log says role scorekeeper"
    assert f"member {member.user_id}: {summary}" in output.getvalue()


def test_role_set_in_the_database_is_reported_even_after_a_later_change(owner):
    member = join_club(owner.club, Role.SCOREKEEPER)
    Membership.objects.filter(pk=member.pk).update(role=Role.OWNER)
    club_members.change_role(membership=member, role=Role.ORGANIZER, by=CONSOLE, at=NOW)
    row = LogRow.objects.latest("pk")
    assert break_places(owner.club) == [f"log row {row.pk}, member_role_changed"]


def test_member_inserted_or_deleted_in_the_database_is_reported(owner):
    deleted, stranger = join_club(owner.club, Role.REFEREE), UserFactory.create()
    Membership.objects.filter(pk=deleted.pk).delete()
    Membership.objects.create(user=stranger, club=owner.club, role=Role.ORGANIZER)
    assert break_places(owner.club) == [f"member {deleted.user_id}", f"member {stranger.pk}"]


def test_role_for_one_tournament_is_reported(owner):
    tournament = open_tournament(club=owner.club)
    Membership.objects.create(user=owner.user, club=owner.club, tournament=tournament, role=Role.ORGANIZER)
    assert break_places(owner.club) == [f"member {owner.user_id}, tournament {tournament.public_id}"]


def test_log_row_without_subject_is_reported_as_unreadable(owner):
    triggers.remove(connection)
    LogRow.objects.filter(action="member_joined").update(subject="")
    row = LogRow.objects.get(action="member_joined")
    problems = [(problem.location, problem.problem) for problem in wrong_roles(owner.club)]
    assert problems[0] == (f"log row {row.pk}, member_joined", "can't be read")
    assert problems[1:] == [(f"member {owner.user_id}", "has role owner, and the log says no role")]


@pytest.mark.parametrize("is_active", [True, False])
def test_account_opened_or_closed_in_the_database_is_reported(owner, is_active):
    user = join_club(owner.club, Role.REFEREE).user
    if is_active:
        close_account.close(user=user, at=NOW)
    User.objects.filter(pk=user.pk).update(is_active=is_active)
    assert [problem.location for problem in verify_outside_clubs().discrepancies] == [f"account {user.pk}"]
