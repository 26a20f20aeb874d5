"""One-time links to accounts: who makes them, how long they are good, what they do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW, MembershipFactory, UserFactory
from tournaments.domain import people, tries
from tournaments.domain.accounts import links
from tournaments.domain.actor import Actor
from tournaments.enums import AccountLinkKind, Role
from tournaments.models import AccountLink, LogRow, Mail, Membership

pytestmark = pytest.mark.django_db
PASSWORD = AccountLinkKind.PASSWORD
ADDRESS = "192.168.1.7"


@pytest.fixture
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def member(owner: Membership) -> Membership:
    return MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)


def made(owner: Membership, member: Membership) -> links.IssuedLink:
    return links.make_by_owner(membership=member, by=Actor(user=owner.user), at=NOW)


def found(code: str, *, at=NOW) -> AccountLink:
    return links.find(code=code, kind=PASSWORD, at=at)


def test_a_member_gets_a_new_password_by_an_owners_link_once(owner, member):
    issued = made(owner, member)
    assert found(f" {issued.code[:4]}-{issued.code[4:].swapcase()} ") == issued.link
    links.set_password(link=found(issued.code), password="kırmızı yedi okey", at=NOW)
    member.user.refresh_from_db()
    assert member.user.check_password("kırmızı yedi okey")
    with pytest.raises(links.LinkNotValid):
        found(issued.code)
    with pytest.raises(links.LinkNotValid):
        links.set_password(link=issued.link, password="mavi beş okey", at=NOW)


def test_the_clubs_log_says_who_made_it_and_that_it_was_used_and_nobody_keeps_the_code(owner, member):
    issued = made(owner, member)
    links.set_password(link=issued.link, password="kırmızı yedi okey", at=NOW)
    rows = {row.action: row for row in LogRow.objects.filter(club=owner.club)}
    assert rows["password_link_made"].user == owner.user
    assert rows["password_set_by_link"].user == member.user
    assert {row.subject for row in rows.values()} == {str(member.user.pk)}
    kept = f"{AccountLink.objects.values().get()}{LogRow.objects.values()}"
    assert issued.code not in kept


def test_it_is_good_for_an_hour_and_the_next_one_ends_it(owner, member):
    first = made(owner, member)
    hour = NOW + timedelta(hours=1)
    assert found(first.code, at=hour - timedelta(seconds=1)) == first.link
    with pytest.raises(links.LinkNotValid):
        found(first.code, at=hour)
    second = made(owner, member)
    with pytest.raises(links.LinkNotValid):
        found(first.code)
    assert found(second.code) == second.link


def test_nobody_gets_into_another_club_by_it(owner, member):
    elsewhere = MembershipFactory.create(user=member.user, role=Role.OWNER)
    with pytest.raises(links.NotOnlyOfThisClub):
        made(owner, member)
    assert not AccountLink.objects.exists()
    MembershipFactory.create(user=owner.user, club=elsewhere.club, role=Role.OWNER)
    assert made(owner, member).link.user == member.user


@pytest.mark.parametrize("lose", [people.remove_member, people.change_role], ids=["removed", "demoted"])
def test_who_loses_rights_loses_the_links_that_he_made(owner, member, lose):
    other = MembershipFactory.create(club=owner.club, role=Role.OWNER)
    issued = made(other, member)
    more = {"role": Role.REFEREE} if lose is people.change_role else {}
    lose(membership=other, by=Actor(user=owner.user), at=NOW, **more)
    with pytest.raises(links.LinkNotValid):
        found(issued.code)


def test_wrong_codes_keep_nobody_from_the_right_one(owner, member):
    issued = made(owner, member)
    for _try in range(100):
        with pytest.raises(links.LinkNotValid):
            found("ACDEFHJKLMAC")
    assert found(issued.code) == issued.link


def test_whoever_runs_the_server_makes_one_for_any_account_that_is_open():
    user = UserFactory.create(email="ayse@example.org")
    issued = links.make_at_console(email=" AYSE@example.org", at=NOW)
    assert (found(issued.code).user, LogRow.objects.get().action) == (user, "password_link_made")
    user.is_active = False
    user.save(update_fields=["is_active"])
    for email in ("ayse@example.org", "can@example.org"):
        with pytest.raises(links.NoSuchAccount):
            links.make_at_console(email=email, at=NOW)
    with pytest.raises(links.LinkNotValid):
        found(issued.code)


def ask(email: str, *, address: str = ADDRESS, device: str = "") -> None:
    leads = "https://okey.example/{}/".format
    links.ask_by_mail(email=email, leads=leads, address=address, device=device, at=NOW)


def test_by_mail_a_link_goes_to_the_account_and_nowhere_else():
    UserFactory.create(email="ayse@example.org", name="Ayşe")
    ask("can@example.org")
    assert not Mail.objects.exists()
    ask("AYSE@example.org")
    mail = Mail.objects.get()
    code = mail.text.partition("https://okey.example/")[2].partition("/")[0]
    assert (mail.to, found(code).user.name) == ("ayse@example.org", "Ayşe")


@pytest.mark.parametrize("email", ["ayse@example.org", "can@example.org"])
def test_asking_again_and_again_waits_whether_or_not_there_is_an_account(email):
    UserFactory.create(email="ayse@example.org")
    for number in range(links.FREE_ASKED_FOR_AN_ACCOUNT):
        ask(email, address=str(number))
    with pytest.raises(tries.TooManyTries):
        ask(email, address="x")
    for number in range(links.FREE_ASKED_WITHOUT_A_NAME):
        ask(f"{number}@example.org")
    with pytest.raises(tries.TooManyTries):
        ask("x@example.org")
