from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from tests.factories import NOW, ClubFactory, MembershipFactory, UserFactory
from tests.faults.test_races import at_once
from tournaments.accounts.domain import club_members, own_account, recovery_links
from tournaments.enums import AccountLinkKind, Role
from tournaments.limits import attempts
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import AccountLink, LogRow, Mail, Membership, PasswordRequest
from tournaments.tasks import answer_password_requests

pytestmark = pytest.mark.django_db
PASSWORD = AccountLinkKind.PASSWORD
ADDRESS = "192.168.1.7"


@pytest.fixture
def member(owner: Membership) -> Membership:
    return MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)


def owners_link(owner: Membership, member: Membership) -> recovery_links.IssuedLink:
    return recovery_links.issue_by_owner(membership=member, by=Actor(user=owner.user), at=NOW)


def find_link(code: str, *, at=NOW) -> AccountLink:
    return recovery_links.find_link(code=code, kind=PASSWORD, at=at)


def test_owners_link_sets_a_password_once(owner, member):
    issued = owners_link(owner, member)
    assert find_link(f" {issued.code[:4]}-{issued.code[4:].swapcase()} ") == issued.link
    recovery_links.set_password(link=find_link(issued.code), password="kırmızı yedi okey", at=NOW)
    member.user.refresh_from_db()
    assert member.user.check_password("kırmızı yedi okey")
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)
    with pytest.raises(recovery_links.LinkNotValid):
        recovery_links.set_password(link=issued.link, password="mavi beş okey", at=NOW)


def test_link_is_logged_for_the_club_and_its_code_is_not_stored(owner, member):
    issued = owners_link(owner, member)
    recovery_links.set_password(link=issued.link, password="kırmızı yedi okey", at=NOW)
    rows = {row.action: row for row in LogRow.objects.filter(club=owner.club)}
    assert rows["password_link_created"].user == owner.user
    assert rows["password_set_by_link"].user == member.user
    assert {row.subject for row in rows.values()} == {str(member.user.pk)}
    stored = f"{AccountLink.objects.values().get()}{LogRow.objects.values()}"
    assert issued.code not in stored


def test_link_is_valid_for_an_hour_or_until_the_next_one(owner, member):
    first = owners_link(owner, member)
    hour = NOW + timedelta(hours=1)
    assert find_link(first.code, at=hour - timedelta(seconds=1)) == first.link
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(first.code, at=hour)
    second = owners_link(owner, member)
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(first.code)
    assert find_link(second.code) == second.link


def test_owners_link_needs_all_clubs_of_the_member(owner, member):
    elsewhere = MembershipFactory.create(user=member.user, role=Role.OWNER)
    with pytest.raises(recovery_links.AccountInOtherClubs):
        owners_link(owner, member)
    assert not AccountLink.objects.exists()
    MembershipFactory.create(user=owner.user, club=elsewhere.club, role=Role.OWNER)
    assert owners_link(owner, member).link.user == member.user


def joins(member: Membership, at=NOW) -> None:
    club = ClubFactory.create()
    issued = club_members.invite_member(club=club, role=Role.REFEREE, by=CONSOLE, at=at)
    club_members.accept_invitation(invitation=issued.invitation, user=member.user, club_name="", at=at)


def founds(member: Membership, at=NOW) -> None:
    issued = club_members.invite_owner(at=at)
    club_members.accept_invitation(invitation=issued.invitation, user=member.user, club_name="Okey", at=at)


def change_member_role(member: Membership, at=NOW) -> None:
    club_members.change_role(membership=member, role=Role.OWNER, by=CONSOLE, at=at)


def leaves(member: Membership, at=NOW) -> None:
    club_members.remove_member(membership=member, by=Actor(user=member.user), at=at)


def change_member_email(member: Membership, at=NOW) -> None:
    own_account.change_email(
        user=member.user, email="new@example.org", confirmation_link=str, current_key="", at=at
    )


def change_member_password(member: Membership, at=NOW) -> None:
    own_account.change_password(user=member.user, password="kırmızı yedi okey", current_key="", at=at)


@pytest.mark.parametrize(
    "change", [joins, founds, change_member_role, leaves, change_member_email, change_member_password]
)
def test_change_of_the_account_ends_all_its_links(owner, member, change):
    old_password = member.user.password
    by_owner = owners_link(owner, member)
    at_console = recovery_links.issue_link(
        member.user, AccountLinkKind.EMAIL, email="evil@example.org", at=NOW
    )
    change(member)
    member.user.refresh_from_db()
    set_meanwhile = member.user.password
    for issued in (by_owner, at_console):
        with pytest.raises(recovery_links.LinkNotValid):
            recovery_links.find_link(code=issued.code, kind=AccountLinkKind(issued.link.kind), at=NOW)
        with pytest.raises(recovery_links.LinkNotValid):
            recovery_links.use_link(link=issued.link, at=NOW)
    with pytest.raises(recovery_links.LinkNotValid):
        recovery_links.set_password(link=by_owner.link, password="mavi beş okey", at=NOW)
    member.user.refresh_from_db()
    assert member.user.password == set_meanwhile
    assert (set_meanwhile == old_password) == (change is not change_member_password)


def test_link_of_the_console_ends_with_a_change_of_the_account(member):
    issued = recovery_links.issue_at_console(email=member.user.email, at=NOW)
    joins(member)
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)


@pytest.mark.parametrize("role", [*Role])
def test_rule_of_an_owners_link_is_checked_on_use(owner, member, role):
    issued = owners_link(owner, member)
    link = find_link(issued.code)
    MembershipFactory.create(user=member.user, role=role)
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)
    with pytest.raises(recovery_links.LinkNotValid):
        recovery_links.set_password(link=link, password="kırmızı yedi okey", at=NOW)
    member.user.refresh_from_db()
    assert not member.user.check_password("kırmızı yedi okey")
    link.refresh_from_db()
    assert link.used_at is None


@pytest.mark.parametrize("removed_member", ["owner", "member"])
def test_owners_link_needs_both_memberships(owner, member, removed_member):
    issued = owners_link(owner, member)
    Membership.objects.filter(user={"owner": owner, "member": member}[removed_member].user).delete()
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_joining_a_club_while_using_an_owners_link_ends_the_link():
    owner = MembershipFactory.create(role=Role.OWNER)
    member = MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)
    issued = owners_link(owner, member)
    outcomes = at_once(
        partial(recovery_links.set_password, link=issued.link, password="kırmızı yedi okey", at=NOW),
        partial(joins, member),
    )
    link = AccountLink.objects.get(pk=issued.link.pk)
    assert (link.used_at is None) == isinstance(outcomes[0], recovery_links.LinkNotValid)
    assert AccountLink.objects.valid(NOW).count() == 0


@pytest.mark.parametrize("years", [1, -1])
def test_link_of_a_wrong_clock_is_not_valid(owner, member, years):
    wrong_time = NOW + years * timedelta(days=365)
    issued = recovery_links.issue_by_owner(membership=member, by=Actor(user=owner.user), at=wrong_time)
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)
    second = owners_link(owner, member)
    assert find_link(second.code) == second.link


@pytest.mark.parametrize(
    "lose", [club_members.remove_member, club_members.change_role], ids=["removed", "demoted"]
)
def test_links_end_when_their_maker_loses_rights(owner, member, lose):
    other_owner = MembershipFactory.create(club=owner.club, role=Role.OWNER)
    issued = owners_link(other_owner, member)
    options = {"role": Role.REFEREE} if lose is club_members.change_role else {}
    lose(membership=other_owner, by=Actor(user=owner.user), at=NOW, **options)
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)


def test_wrong_codes_do_not_block_the_right_one(owner, member):
    issued = owners_link(owner, member)
    for _try in range(100):
        with pytest.raises(recovery_links.LinkNotValid):
            find_link("ACDEFHJKLMAC")
    assert find_link(issued.code) == issued.link


def test_console_makes_a_link_for_any_active_account():
    user = UserFactory.create(email="ayse@example.org")
    issued = recovery_links.issue_at_console(email=" AYSE@example.org", at=NOW)
    assert (find_link(issued.code).user, LogRow.objects.get().action) == (user, "password_link_created")
    user.is_active = False
    user.save(update_fields=["is_active"])
    for email in ("ayse@example.org", "can@example.org"):
        with pytest.raises(recovery_links.NoSuchAccount):
            recovery_links.issue_at_console(email=email, at=NOW)
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)


def ask(email: str, *, address: str = ADDRESS, device: str = "") -> None:
    recovery_links.request_by_mail(email=email, address=address, device=device, at=NOW)


def answer_all(at=NOW) -> None:
    for request_id in recovery_links.pending_requests():
        recovery_links.answer_request(request_id=request_id, at=at)


@pytest.fixture
def email_settings(settings) -> None:
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "https://okey.example"


def test_link_is_mailed_to_the_account_only(email_settings):
    UserFactory.create(email="ayse@example.org", name="Ayşe")
    ask("can@example.org")
    answer_all()
    assert not Mail.objects.exists()
    with override("en"):
        ask(" AYSE@example.org")
    answer_all()
    mail = Mail.objects.get()
    (link,) = (line for line in mail.text.splitlines() if line.startswith("https://okey.example/en/"))
    code = link.rstrip("/").rpartition("/")[2]
    assert (mail.to, find_link(code).user.name) == ("ayse@example.org", "Ayşe")
    assert not PasswordRequest.objects.exists()


def test_request_takes_the_same_queries_with_and_without_an_account(email_settings):
    UserFactory.create(email="ayse@example.org")
    statements = []
    for number, email in enumerate(("ayse@example.org", "can@example.org")):
        with CaptureQueriesContext(connection) as captured:
            ask(email, address=f"{number}")
        statements.append([re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in captured])
    assert statements[0] == statements[1]
    assert not Mail.objects.exists()


def test_request_is_answered_once_and_within_the_hour(email_settings):
    UserFactory.create(email="ayse@example.org")
    ask("ayse@example.org")
    (request_id,) = recovery_links.pending_requests()
    for _twice in range(2):
        recovery_links.answer_request(request_id=request_id, at=NOW)
    assert Mail.objects.count() == 1
    ask("ayse@example.org")
    answer_all(NOW + recovery_links.LINK_LIFETIME)
    assert (Mail.objects.count(), recovery_links.pending_requests()) == (1, [])


def test_request_whose_task_was_lost_is_answered_later(email_settings, settings):
    UserFactory.create(email="ayse@example.org")
    recovery_links.request_by_mail(email="ayse@example.org", address=ADDRESS, at=timezone.now())
    answer_password_requests()
    assert (Mail.objects.count(), recovery_links.pending_requests()) == (1, [])


@pytest.mark.parametrize("email", ["ayse@example.org", "can@example.org"])
def test_requests_are_limited_with_and_without_an_account(email):
    UserFactory.create(email="ayse@example.org")
    for number in range(recovery_links.FREE_PER_ACCOUNT):
        ask(email, address=str(number))
    with pytest.raises(attempts.TooManyAttempts):
        ask(email, address="x")
    for number in range(recovery_links.FREE_PER_ADDRESS_UNNAMED):
        ask(f"{number}@example.org")
    with pytest.raises(attempts.TooManyAttempts):
        ask("x@example.org")


def test_mailed_link_does_not_end_an_owners_link(owner, member, email_settings):
    handed_over = owners_link(owner, member)
    ask(member.user.email)
    answer_all()
    mailed = AccountLink.objects.get(by_hand=False)
    assert find_link(handed_over.code) == handed_over.link
    owners_link(owner, member)
    ask(member.user.email, address="b")
    answer_all()
    assert mailed not in AccountLink.objects.valid(NOW)
    assert [link.by_hand for link in AccountLink.objects.valid(NOW).order_by("pk")] == [True, False]
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(handed_over.code)


def test_used_link_ends_all_other_links(owner, member, email_settings):
    handed_over = owners_link(owner, member)
    ask(member.user.email)
    answer_all()
    recovery_links.set_password(link=handed_over.link, password="kırmızı yedi okey", at=NOW)
    assert not AccountLink.objects.valid(NOW).exists()


@pytest.mark.postgres
def test_every_spelling_that_finds_an_account_counts_against_its_budget(email_settings):
    user = UserFactory.create(email="kissik@example.org")
    spellings = [
        "".join(letters) for letters in product("kK\N{KELVIN SIGN}", "iıIİ", "sſS", "sſS", "iıIİ", "kK")
    ]
    accepted = 0
    for number, spelling in enumerate(spellings):
        with suppress(attempts.TooManyAttempts):
            ask(f"{spelling}@example.org", address=f"{number}")
            accepted += 1
    while recovery_links.pending_requests():
        answer_all()
    assert AccountLink.objects.filter(user=user).count() == recovery_links.FREE_PER_ACCOUNT
    assert accepted > recovery_links.FREE_PER_ACCOUNT


@pytest.mark.parametrize("change", [change_member_role, change_member_email, change_member_password])
def test_link_ended_while_the_clock_was_ahead_stays_ended(owner, member, change):
    issued = owners_link(owner, member)
    change(member, at=NOW + timedelta(days=365))
    with pytest.raises(recovery_links.LinkNotValid):
        find_link(issued.code)


def test_link_made_while_the_clock_was_ahead_and_ended_is_not_valid_later(owner, member):
    year = NOW + timedelta(days=365)
    issued = recovery_links.issue_by_owner(membership=member, by=Actor(user=owner.user), at=year)
    change_member_password(member)
    for at in (NOW, year - timedelta(minutes=1), year, year + timedelta(minutes=1)):
        with pytest.raises(recovery_links.LinkNotValid):
            find_link(issued.code, at=at)
