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
from django.utils import timezone

from tests.factories import NOW
from tests.faults.test_races import at_once
from tournaments import tasks
from tournaments.enums import MailKind, MailProblem, MailState
from tournaments.mail import outbox as mail
from tournaments.models import Mail

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=2)


@pytest.fixture(autouse=True)
def set_up(settings) -> None:
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "https://okey.example"


class Failing(EmailBackend):
    """A server that is away, or refuses: whatever error is next."""

    at_door: Exception | None = None
    at_mail: BaseException | None = None

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
    assert (two.state, two.text) == (MailState.NOT_SENT, "")
    assert two.problem == (MailProblem.EXPIRED if door else MailProblem.REFUSED)


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (TimeoutError(), MailProblem.INTERRUPTED),
        (smtplib.SMTPServerDisconnected(), MailProblem.INTERRUPTED),
        (smtplib.SMTPDataError(554, b"spam"), MailProblem.REFUSED),
        (smtplib.SMTPRecipientsRefused({"ayse@example.org": (550, b"nobody")}), MailProblem.REFUSED),
        (UnicodeEncodeError("ascii", "ü", 0, 1, "no"), MailProblem.ADDRESS),
        (UnicodeError("label too long"), MailProblem.ADDRESS),
        (ValueError("Invalid address"), MailProblem.ADDRESS),
        (RuntimeError(), MailProblem.FAILED),
    ],
)
def test_what_may_have_arrived_or_never_will_is_not_sent_again(failing, error, problem):
    one = put()
    failing.at_mail = error
    assert not send(one)
    failing.at_mail = None
    assert not send(one, LATER)
    one.refresh_from_db()
    assert (one.state, one.problem, one.to) == (MailState.NOT_SENT, problem, "")


@pytest.mark.parametrize("to", ["ışık@example.org", "ayse@" + "ü" * 70 + ".org", "a\x00@example.org", "x"])
def test_mail_to_an_address_that_cannot_be_encoded_ends_as_not_sent_when_it_is_put(to):
    mail.put(key="one", to=to, subject="Parola", text="Bağlantı", at=NOW, until=LATER)
    one = Mail.objects.get()
    assert (one.state, one.problem, one.to) == (MailState.NOT_SENT, MailProblem.ADDRESS, "")
    assert mail.due(at=NOW) == []


def test_mail_stored_with_an_address_that_cannot_be_encoded_does_not_stop_the_others(settings):
    settings.EMAIL_BACKEND = "tests.tournaments.mail.test_outbox.Encoding"
    put()
    put("two")
    Mail.objects.filter(key="one").update(to="ayse@" + "ü" * 70 + ".org")
    sent = [mail.send(mail_id=key, clock=lambda: NOW) for key in mail.due(at=NOW)]
    assert sent == [False, True]
    assert Mail.objects.get(key="one").problem == MailProblem.ADDRESS


class Encoding(EmailBackend):
    """A server that encodes a message before it takes it, as SMTP does."""

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            message.message()
        return int(super().send_messages(messages))


class SweptMeanwhile(EmailBackend):
    """A server so slow, or a clock so fast, that the lease of the worker ends before it answers."""

    def send_messages(self, messages: Any) -> int:
        mail.sweep(at=NOW + mail.LEASE)
        return int(super().send_messages(messages))


def test_mail_that_was_sent_after_its_lease_ended_is_sent(settings):
    settings.EMAIL_BACKEND = f"{__name__}.SweptMeanwhile"
    one = put()
    assert send(one)
    one.refresh_from_db()
    assert (one.state, one.problem) == (MailState.SENT, "")


@pytest.mark.parametrize(
    "later", [mail.LEASE, -timedelta(days=365)], ids=["the lease is over", "the clock was a year ahead"]
)
def test_mail_of_a_worker_that_died_ends_as_not_sent(failing, later):
    one = put()
    failing.at_mail = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        send(one)
    mail.sweep(at=NOW + timedelta(minutes=1))
    one.refresh_from_db()
    assert one.state == MailState.TAKEN
    mail.sweep(at=NOW + later)
    one.refresh_from_db()
    assert (one.state, one.problem, one.text) == (MailState.NOT_SENT, MailProblem.INTERRUPTED, "")


def test_mail_that_waits_is_sent_although_the_clock_was_a_year_ahead(failing):
    one = put()
    failing.at_door = ConnectionRefusedError()
    assert not send(one)
    failing.at_door = None
    earlier = NOW - timedelta(days=365)
    assert mail.due(at=earlier) == [one.pk]
    assert send(one, earlier)


def test_mail_that_is_of_no_use_any_more_is_not_sent():
    one = put()
    assert not send(one, LATER + timedelta(seconds=1))
    one.refresh_from_db()
    assert (one.state, one.problem) == (MailState.NOT_SENT, MailProblem.EXPIRED)


def test_rows_of_what_was_sent_or_not_go_after_a_month():
    send(put())
    send(put("two"), LATER + timedelta(seconds=1))
    assert mail.sweep(at=NOW + timedelta(days=29)) == 0
    assert mail.sweep(at=NOW + timedelta(days=31)) == 2


def test_password_links_are_sent_before_sign_ups_that_wait_longer():
    at = timezone.now()
    told: dict[str, Any] = {"to": "ayse@example.org", "text": "", "until": at + timedelta(hours=1)}
    for key in ("first", "second"):
        mail.put(key=key, subject=key, at=at - timedelta(minutes=1), kind=MailKind.FIRST, **told)
    mail.put(key="link", subject="link", at=at, **told)
    assert tasks.send_mail(Mail.objects.get(key="first").pk)
    assert [sent.subject for sent in outbox.outbox] == ["link"]
    assert tasks.send_mail_that_waits() == 2


def test_a_sweep_sends_what_waits_and_nothing_without_a_server(settings):
    put(until=timezone.now() + timedelta(hours=1))
    settings.MAIL_IS_SET_UP = False
    assert tasks.send_mail_that_waits() == 0
    settings.MAIL_IS_SET_UP = True
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


def test_a_mail_that_was_taken_while_the_clock_was_ahead_is_not_sent():
    put()
    Mail.objects.update(state=MailState.TAKEN, due_at=NOW + AHEAD)
    mail.sweep(at=NOW)
    assert Mail.objects.get().state == MailState.NOT_SENT
