"""Mail: put with the act that asks for it, sent once."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction

from tests.factories import NOW
from tests.faults.test_races import at_once
from tournaments import tasks
from tournaments.domain import mail
from tournaments.enums import MailState
from tournaments.models import Mail

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=2)


@pytest.fixture(autouse=True)
def set_up(settings) -> None:
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "https://okey.example"


class Failing(EmailBackend):
    """A server that is away, or refuses: whatever error is next."""

    at_door: Exception | None = None
    at_mail: Exception | None = None

    def open(self) -> None:
        if Failing.at_door:
            raise Failing.at_door

    def send_messages(self, messages: Any) -> int:
        if Failing.at_mail:
            raise Failing.at_mail
        return int(super().send_messages(messages))


@pytest.fixture
def failing(settings) -> Iterator[type[Failing]]:
    settings.EMAIL_BACKEND = f"{__name__}.Failing"
    yield Failing
    Failing.at_door = Failing.at_mail = None


def put(key: str = "one", until: datetime = LATER) -> Mail:
    mail.put(key=key, to="ayse@example.org", subject="Parola", text="Bağlantı", at=NOW, until=until)
    return Mail.objects.get(key=key)


def send(one: Mail, at: datetime = NOW) -> bool:
    return mail.send(mail_id=one.pk, clock=lambda: at)


def test_it_is_sent_once_and_then_nothing_of_it_is_kept():
    one = put()
    assert [send(one), send(one)] == [True, False]
    assert [(sent.subject, sent.to) for sent in outbox.outbox] == [("Parola", ["ayse@example.org"])]
    one.refresh_from_db()
    assert (one.state, one.to, one.subject, one.text) == (MailState.SENT, "", "", "")
    put()
    assert not send(one)


def test_it_is_asked_for_once_what_it_is_about_is_stored(django_capture_on_commit_callbacks, monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr(mail, "_ask", asked.append)
    with django_capture_on_commit_callbacks(execute=True):
        one = put()
        assert asked == []
    assert asked == [one.pk]
    with transaction.atomic():
        put("two")
        transaction.set_rollback(True)
    assert not Mail.objects.filter(key="two").exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_workers_send_it_once():
    one = put()
    assert sorted(at_once(lambda: send(one), lambda: send(one))) == [False, True]
    assert len(outbox.outbox) == 1


@pytest.mark.parametrize(
    ("door", "error"),
    [
        (True, ConnectionRefusedError()),
        (True, smtplib.SMTPAuthenticationError(535, b"no")),
        (False, smtplib.SMTPDataError(451, b"later")),
        (False, smtplib.SMTPRecipientsRefused({"ayse@example.org": (450, b"greylisted")})),
    ],
)
def test_where_the_server_did_not_take_it_it_is_tried_again_until_it_is_of_no_use(failing, door, error):
    one = put()
    setattr(failing, "at_door" if door else "at_mail", error)
    assert not send(one)
    assert mail.due(at=NOW) == []
    later = NOW + timedelta(minutes=mail.WAITS[0])
    assert mail.due(at=later) == [one.pk]
    failing.at_door = failing.at_mail = None
    assert send(one, later)
    two = put("two", until=NOW)
    setattr(failing, "at_door" if door else "at_mail", error)
    assert not send(two)
    two.refresh_from_db()
    assert (two.state, two.text) == (MailState.GIVEN_UP, "")


@pytest.mark.parametrize(
    "error",
    [
        TimeoutError(),
        smtplib.SMTPServerDisconnected(),
        smtplib.SMTPDataError(554, b"spam"),
        smtplib.SMTPRecipientsRefused({"ayse@example.org": (550, b"nobody")}),
    ],
)
def test_what_may_have_arrived_or_never_will_is_not_sent_again(failing, error):
    one = put()
    failing.at_mail = error
    assert not send(one)
    failing.at_mail = None
    assert not send(one, LATER)
    one.refresh_from_db()
    assert one.state == MailState.GIVEN_UP


def test_what_a_process_died_over_is_given_up_and_old_rows_go():
    one = put()
    Mail.objects.update(state=MailState.TAKEN)
    assert mail.sweep(at=NOW + timedelta(minutes=59)) == 0
    assert mail.sweep(at=LATER) == 0
    one.refresh_from_db()
    assert (one.state, one.text) == (MailState.GIVEN_UP, "")
    assert mail.sweep(at=NOW + timedelta(days=31)) == 1


def test_a_sweep_sends_what_waits_and_nothing_without_a_server(settings):
    put()
    settings.MAIL_IS_SET_UP = False
    assert tasks.send_mail_that_waits() == 0
    settings.MAIL_IS_SET_UP = True
    Mail.objects.update(due_at=NOW)
    assert tasks.send_mail_that_waits() == 1
    assert not tasks.send_mail(Mail.objects.get().pk)


AHEAD = timedelta(days=365)


def test_a_mail_of_a_clock_that_was_ahead_is_sent_once_it_came_back():
    mail.put(key="one", to="ayse@example.org", subject="", text="", at=NOW + AHEAD, until=NOW + 2 * AHEAD)
    one = Mail.objects.get()
    assert mail.due(at=NOW) == [one.pk]
    assert [send(one), send(one)] == [True, False]


def test_a_mail_that_was_tried_while_the_clock_was_ahead_is_tried_again(failing):
    one = put(until=NOW + 2 * AHEAD)
    failing.at_door = ConnectionRefusedError()
    assert not send(one, NOW + AHEAD)
    failing.at_door = None
    assert send(one)


def test_a_delayed_mail_waits_its_time():
    mail.put(
        key="one",
        to="ayse@example.org",
        subject="",
        text="",
        at=NOW,
        until=LATER,
        due_at=NOW + mail.LONGEST_DELAY,
    )
    one = Mail.objects.get()
    assert (mail.due(at=NOW), send(one)) == ([], False)
    assert mail.due(at=NOW + mail.LONGEST_DELAY) == [one.pk]


def test_a_mail_that_was_taken_while_the_clock_was_ahead_is_given_up():
    put()
    Mail.objects.update(state=MailState.TAKEN, due_at=NOW + AHEAD)
    mail.sweep(at=NOW)
    assert Mail.objects.get().state == MailState.GIVEN_UP


def test_mails_of_a_clock_that_was_ahead_fill_no_hour():
    put("sign-up 1")
    mail.put(key="sign-up 2", to="", subject="", text="", at=NOW + AHEAD, until=NOW + AHEAD)
    assert mail.put_within(timedelta(hours=1), about="sign-up ", at=NOW) == 1
