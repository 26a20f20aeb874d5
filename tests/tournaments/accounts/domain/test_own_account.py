"""What somebody changes of his own account, and closing it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.factories import NOW, MembershipFactory, UserFactory, open_tournament
from tournaments.accounts.domain import (
    closing,
    club_members,
    own_account,
    password_check,
    recovery_links,
    sessions,
)
from tournaments.enums import AccountLinkKind, Role
from tournaments.limits import attempts
from tournaments.log.actor import Actor
from tournaments.models import AccountLink, LogRow, Mail, Membership, SignedIn, User
from tournaments.tasks import sweep_sessions

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="ayse@example.org", name="Ayşe")


@pytest.fixture
def mails(settings) -> None:
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "https://okey.example"


def browser(user: User) -> str:
    session = SessionStore()
    session.create()
    assert session.session_key
    sessions.note(user=user, session_key=session.session_key, device="Firefox", at=NOW)
    return session.session_key


def change(user: User, email: str) -> bool:
    return own_account.change_email(
        user=user, email=email, leads="https://okey.example/{}/".format, keep="", at=NOW
    )


def code_in(mail: Mail) -> str:
    return mail.text.partition("https://okey.example/")[2].partition("/")[0]


def email_link(code: str) -> AccountLink:
    return recovery_links.find(code=code, kind=AccountLinkKind.EMAIL, at=NOW)


def test_without_mail_an_e_mail_is_changed_at_once_to_one_that_is_free(user):
    UserFactory.create(email="can@example.org")
    with pytest.raises(own_account.EmailInUse):
        change(user, "CAN@example.org")
    assert change(user, " Ayse.Kaya@Example.org ")
    user.refresh_from_db()
    assert user.email == "ayse.kaya@example.org"
    assert LogRow.objects.get().action == "email_changed"
    assert "example" not in str(LogRow.objects.values().get())


def test_who_looks_for_accounts_by_it_has_to_wait(user):
    for number in range(own_account.FREE_NEW_EMAILS):
        change(user, f"{number}@example.org")
    with pytest.raises(attempts.TooManyTries):
        change(user, "x@example.org")


def test_by_mail_it_is_changed_once_it_is_confirmed_and_the_old_one_is_told(user, mails):
    assert not change(user, "kaya@example.org")
    user.refresh_from_db()
    assert user.email == "ayse@example.org"
    asked = Mail.objects.get()
    assert asked.to == "kaya@example.org"
    own_account.confirm_email(link=email_link(code_in(asked)), keep="", at=NOW)
    user.refresh_from_db()
    assert user.email == "kaya@example.org"
    assert Mail.objects.order_by("pk")[1].to == "ayse@example.org"
    with pytest.raises(recovery_links.LinkNotValid):
        email_link(code_in(asked))


def test_by_mail_nobody_learns_who_has_an_account_but_its_owner_hears_of_it(user, mails):
    UserFactory.create(email="can@example.org")
    assert not change(user, "can@example.org")
    assert code_in(Mail.objects.get()) == ""


def test_an_e_mail_that_somebody_took_meanwhile_is_not_taken_twice(user, mails):
    change(user, "kaya@example.org")
    UserFactory.create(email="kaya@example.org")
    link = email_link(code_in(Mail.objects.get()))
    with pytest.raises(own_account.EmailInUse):
        own_account.confirm_email(link=link, keep="", at=NOW)
    user.refresh_from_db()
    assert user.email == "ayse@example.org"


def test_a_name_is_changed(user):
    own_account.change_name(user=user, name=" Ayşe  Kaya ", at=NOW)
    user.refresh_from_db()
    assert user.name == "Ayşe Kaya"
    for name in (" ", "x" * 121):
        with pytest.raises(own_account.NameMissing):
            own_account.change_name(user=user, name=name, at=NOW)


def test_a_new_password_signs_out_elsewhere_and_ends_links(user):
    here, elsewhere = browser(user), browser(user)
    other = browser(UserFactory.create())
    issued = recovery_links.make_at_console(email=user.email, at=NOW)
    own_account.change_password(user=user, password="kırmızı yedi okey", keep=here, at=NOW)
    assert {*Session.objects.values_list("pk", flat=True)} == {here, other}
    assert elsewhere not in SignedIn.objects.values_list("session", flat=True)
    with pytest.raises(recovery_links.LinkNotValid):
        recovery_links.find(code=issued.code, kind=AccountLinkKind.PASSWORD, at=NOW)


@pytest.mark.parametrize("by_mail", [True, False])
def test_a_new_e_mail_signs_out_elsewhere(user, settings, by_mail):
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = by_mail, "https://okey.example"
    here = browser(user)
    browser(user)
    other = browser(UserFactory.create())
    leads = "https://okey.example/{}/".format
    own_account.change_email(user=user, email="kaya@example.org", leads=leads, keep=here, at=NOW)
    if by_mail:
        assert Session.objects.count() == 3
        own_account.confirm_email(link=email_link(code_in(Mail.objects.get())), keep=here, at=NOW)
    assert {*Session.objects.values_list("pk", flat=True)} == {here, other}


def test_sessions_of_a_clock_that_was_ahead_last_no_longer_than_one_that_begins_now(user, settings):
    browser(user)
    lasting = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    Session.objects.update(expire_date=NOW + timedelta(days=365) + lasting)
    assert [sessions.sweep(at=NOW), sessions.sweep(at=NOW)] == [1, 0]
    assert Session.objects.get().expire_date == NOW + lasting
    assert sweep_sessions() == 0


def test_nobody_ends_anothers_sessions(user):
    other = UserFactory.create()
    browser(other)
    foreign = SignedIn.objects.get(user=other)
    with pytest.raises(sessions.SessionEnded):
        sessions.end(user=user, public_id=foreign.public_id, by=Actor(user=user), at=NOW)
    assert sessions.of(user=other, at=timezone.now()).count() == 1


def test_a_closed_account_is_out_of_everything_and_nameless_and_what_it_did_stays(user):
    membership = MembershipFactory.create(user=user, role=Role.OWNER)
    MembershipFactory.create(club=membership.club, role=Role.OWNER)
    tournament = open_tournament(club=membership.club)
    Membership.objects.create(user=user, club=membership.club, tournament=tournament, role=Role.REFEREE)
    invited = club_members.invite_member(club=membership.club, role=Role.OWNER, by=Actor(user=user), at=NOW)
    issued = recovery_links.make_at_console(email=user.email, at=NOW)
    browser(user)
    closing.close(user=user, at=NOW)
    user.refresh_from_db()
    assert (user.name, user.is_active, user.has_usable_password()) == (f"#{user.pk}", False, False)
    assert "ayse" not in user.email
    assert not user.memberships.exists()
    assert not Session.objects.exists()
    for find in (
        lambda: recovery_links.find(code=issued.code, kind=AccountLinkKind.PASSWORD, at=NOW),
        lambda: club_members.find_invitation(token=invited.token, at=NOW),
    ):
        with pytest.raises((recovery_links.LinkNotValid, club_members.InvitationNotValid)):
            find()
    assert LogRow.objects.filter(user=user, action="member_removed").count() == 2
    assert LogRow.objects.filter(user=user, action="account_closed").exists()
    with pytest.raises(password_check.WrongPassword):
        password_check.sign_in(email=user.email, password="", address="x", at=NOW)


def test_the_same_e_mail_can_begin_anew_afterwards(user):
    closing.close(user=user, at=NOW)
    again = club_members.register(email="ayse@example.org", name="Ayşe", password="kırmızı yedi okey")
    assert again.pk != user.pk


def test_the_last_owner_of_a_club_can_not_close_his_account_and_stays_in_all_of_them(user):
    shared = MembershipFactory.create(user=user, role=Role.OWNER)
    MembershipFactory.create(club=shared.club, role=Role.OWNER)
    alone = MembershipFactory.create(user=user, role=Role.OWNER)
    assert closing.owned_alone(user=user) == [alone.club]
    with pytest.raises(club_members.LastOwner):
        closing.close(user=user, at=NOW)
    user.refresh_from_db()
    assert (user.name, user.is_active, user.memberships.count()) == ("Ayşe", True, 2)
    assert not LogRow.objects.exists()
