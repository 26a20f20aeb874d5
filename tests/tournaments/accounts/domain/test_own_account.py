from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.factories import NOW, MembershipFactory, UserFactory, open_tournament
from tournaments.accounts.domain import (
    close_account,
    club_members,
    own_account,
    password_check,
    recovery_links,
    sessions,
)
from tournaments.enums import AccountLinkKind, Role
from tournaments.limits import attempts
from tournaments.log.actor import Actor
from tournaments.models import AccountLink, LogRow, Mail, Membership, SessionRecord, User
from tournaments.tasks import sweep_sessions

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="ayse@example.org", name="Ayşe")


@pytest.fixture
def email_settings(settings) -> None:
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "https://okey.example"


def browser(user: User) -> str:
    session = SessionStore()
    session.create()
    assert session.session_key
    sessions.record(user=user, session_key=session.session_key, device="Firefox", at=NOW)
    return session.session_key


def change(user: User, email: str) -> bool:
    return own_account.change_email(
        user=user, email=email, confirmation_link="https://okey.example/{}/".format, current_key="", at=NOW
    )


def code_in(mail: Mail) -> str:
    return mail.text.partition("https://okey.example/")[2].partition("/")[0]


def email_link(code: str) -> AccountLink:
    return recovery_links.find_link(code=code, kind=AccountLinkKind.EMAIL, at=NOW)


def test_email_is_changed_at_once_without_a_mail_server(user):
    UserFactory.create(email="can@example.org")
    with pytest.raises(own_account.EmailInUse):
        change(user, "CAN@example.org")
    assert change(user, " Ayse.Kaya@Example.org ")
    user.refresh_from_db()
    assert user.email == "ayse.kaya@example.org"
    assert LogRow.objects.get().action == "email_changed"
    assert "example" not in str(LogRow.objects.values().get())


def test_email_changes_are_limited(user):
    for number in range(own_account.FREE_NEW_EMAILS):
        change(user, f"{number}@example.org")
    with pytest.raises(attempts.TooManyAttempts):
        change(user, "x@example.org")


def test_email_is_changed_after_confirmation_and_the_old_address_notified(user, email_settings):
    assert not change(user, "kaya@example.org")
    user.refresh_from_db()
    assert user.email == "ayse@example.org"
    confirmation = Mail.objects.get()
    assert confirmation.to == "kaya@example.org"
    own_account.confirm_email(link=email_link(code_in(confirmation)), current_key="", at=NOW)
    user.refresh_from_db()
    assert user.email == "kaya@example.org"
    assert Mail.objects.order_by("pk")[1].to == "ayse@example.org"
    with pytest.raises(recovery_links.LinkNotValid):
        email_link(code_in(confirmation))


def test_taken_email_is_not_disclosed_and_its_owner_is_notified(user, email_settings):
    UserFactory.create(email="can@example.org")
    assert not change(user, "can@example.org")
    assert code_in(Mail.objects.get()) == ""


def test_email_registered_before_confirmation_is_refused(user, email_settings):
    change(user, "kaya@example.org")
    UserFactory.create(email="kaya@example.org")
    link = email_link(code_in(Mail.objects.get()))
    with pytest.raises(own_account.EmailInUse):
        own_account.confirm_email(link=link, current_key="", at=NOW)
    user.refresh_from_db()
    assert user.email == "ayse@example.org"


def test_name_is_changed(user):
    own_account.change_name(user=user, name=" Ayşe  Kaya ", at=NOW)
    user.refresh_from_db()
    assert user.name == "Ayşe Kaya"
    for name in (" ", "x" * 121):
        with pytest.raises(own_account.NameMissing):
            own_account.change_name(user=user, name=name, at=NOW)


def test_new_password_ends_other_sessions_and_links(user):
    current, other_browser = browser(user), browser(user)
    of_another_user = browser(UserFactory.create())
    issued = recovery_links.issue_at_console(email=user.email, at=NOW)
    own_account.change_password(user=user, password="kırmızı yedi okey", current_key=current, at=NOW)
    assert {*Session.objects.values_list("pk", flat=True)} == {current, of_another_user}
    assert other_browser not in SessionRecord.objects.values_list("session", flat=True)
    with pytest.raises(recovery_links.LinkNotValid):
        recovery_links.find_link(code=issued.code, kind=AccountLinkKind.PASSWORD, at=NOW)


@pytest.mark.parametrize("by_mail", [True, False])
def test_new_email_ends_other_sessions(user, settings, by_mail):
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = by_mail, "https://okey.example"
    current = browser(user)
    browser(user)
    of_another_user = browser(UserFactory.create())
    leads = "https://okey.example/{}/".format
    own_account.change_email(
        user=user, email="kaya@example.org", confirmation_link=leads, current_key=current, at=NOW
    )
    if by_mail:
        assert Session.objects.count() == 3
        own_account.confirm_email(link=email_link(code_in(Mail.objects.get())), current_key=current, at=NOW)
    assert {*Session.objects.values_list("pk", flat=True)} == {current, of_another_user}


def test_sessions_of_a_clock_that_was_ahead_are_shortened(user, settings):
    browser(user)
    duration = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    Session.objects.update(expire_date=NOW + timedelta(days=365) + duration)
    assert [sessions.shorten_long_sessions(at=NOW), sessions.shorten_long_sessions(at=NOW)] == [1, 0]
    assert Session.objects.get().expire_date == NOW + duration
    assert sweep_sessions() == 0


def test_session_of_another_user_is_not_ended(user):
    other_user = UserFactory.create()
    browser(other_user)
    foreign = SessionRecord.objects.get(user=other_user)
    with pytest.raises(sessions.SessionEnded):
        sessions.end(user=user, public_id=foreign.public_id, by=Actor(user=user), at=NOW)
    assert sessions.active_for_user(user=other_user, at=timezone.now()).count() == 1


def test_closed_account_loses_rights_and_names_and_keeps_its_log(user):
    membership = MembershipFactory.create(user=user, role=Role.OWNER)
    MembershipFactory.create(club=membership.club, role=Role.OWNER)
    tournament = open_tournament(club=membership.club)
    Membership.objects.create(user=user, club=membership.club, tournament=tournament, role=Role.REFEREE)
    invitation = club_members.invite_member(
        club=membership.club, role=Role.OWNER, by=Actor(user=user), at=NOW
    )
    issued = recovery_links.issue_at_console(email=user.email, at=NOW)
    browser(user)
    close_account.close(user=user, at=NOW)
    user.refresh_from_db()
    assert (user.name, user.is_active, user.has_usable_password()) == (f"#{user.pk}", False, False)
    assert "ayse" not in user.email
    assert not user.memberships.exists()
    assert not Session.objects.exists()
    for find in (
        lambda: recovery_links.find_link(code=issued.code, kind=AccountLinkKind.PASSWORD, at=NOW),
        lambda: club_members.find_invitation(token=invitation.token, at=NOW),
    ):
        with pytest.raises((recovery_links.LinkNotValid, club_members.InvitationNotValid)):
            find()
    assert LogRow.objects.filter(user=user, action="member_removed").count() == 2
    assert LogRow.objects.filter(user=user, action="account_closed").exists()
    with pytest.raises(password_check.WrongPassword):
        password_check.sign_in(email=user.email, password="", address="x", at=NOW)


def test_email_of_a_closed_account_can_be_registered_again(user):
    close_account.close(user=user, at=NOW)
    new_account = club_members.register_user(
        email="ayse@example.org", name="Ayşe", password="kırmızı yedi okey"
    )
    assert new_account.pk != user.pk


def test_last_owner_cannot_close_the_account_and_keeps_all_memberships(user):
    with_co_owner = MembershipFactory.create(user=user, role=Role.OWNER)
    MembershipFactory.create(club=with_co_owner.club, role=Role.OWNER)
    without_co_owner = MembershipFactory.create(user=user, role=Role.OWNER)
    assert close_account.solely_owned_clubs(user=user) == [without_co_owner.club]
    with pytest.raises(club_members.LastOwner):
        close_account.close(user=user, at=NOW)
    user.refresh_from_db()
    assert (user.name, user.is_active, user.memberships.count()) == ("Ayşe", True, 2)
    assert not LogRow.objects.exists()
