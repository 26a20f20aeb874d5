from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.utils import timezone

from tests.factories import NOW
from tests.faults.test_races import at_once
from tournaments import tasks
from tournaments.enums import MailKind, MailProblem, MailState
from tournaments.mail import outbox
from tournaments.models import Mail

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=2)


@pytest.fixture(autouse=True)
def email_settings(settings) -> None:
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "https://okey.example"


class FailingBackend(EmailBackend):
    open_error: Exception | None = None
    send_error: BaseException | None = None

    def open(self) -> None:
        if FailingBackend.open_error:
            raise FailingBackend.open_error

    def send_messages(self, messages: Any) -> int:
        if FailingBackend.send_error:
            raise FailingBackend.send_error
        return int(super().send_messages(messages))


@pytest.fixture
def failing_backend(settings) -> Iterator[type[FailingBackend]]:
    settings.EMAIL_BACKEND = f"{__name__}.FailingBackend"
    yield FailingBackend
    FailingBackend.open_error = FailingBackend.send_error = None


def queue_mail(key: str = "one", until: datetime = LATER) -> Mail:
    outbox.queue(key=key, to="ayse@example.org", subject="Parola", text="Bağlantı", at=NOW, until=until)
    return Mail.objects.get(key=key)


def send(email: Mail, at: datetime = NOW) -> bool:
    return outbox.send(mail_id=email.pk, clock=lambda: at)


def test_email_is_sent_once_and_then_emptied():
    email = queue_mail()
    assert [send(email), send(email)] == [True, False]
    assert [(sent.subject, sent.to) for sent in mail.outbox] == [("Parola", ["ayse@example.org"])]
    email.refresh_from_db()
    assert (email.state, email.to, email.subject, email.text) == (MailState.SENT, "", "", "")
    queue_mail()
    assert not send(email)


def test_sending_is_requested_after_commit(django_capture_on_commit_callbacks, monkeypatch):
    requested: list[int] = []
    monkeypatch.setattr(outbox, "_request_sending", requested.append)
    with django_capture_on_commit_callbacks(execute=True):
        email = queue_mail()
        assert requested == []
    assert requested == [email.pk]
    with transaction.atomic():
        queue_mail("two")
        transaction.set_rollback(True)
    assert not Mail.objects.filter(key="two").exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_workers_send_an_email_once():
    email = queue_mail()
    assert sorted(at_once(lambda: send(email), lambda: send(email))) == [False, True]
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("fails_to_open", "error"),
    [
        (True, ConnectionRefusedError()),
        (True, smtplib.SMTPAuthenticationError(535, b"no")),
        (False, smtplib.SMTPDataError(451, b"later")),
        (False, smtplib.SMTPRecipientsRefused({"ayse@example.org": (450, b"greylisted")})),
    ],
)
def test_email_is_retried_after_a_temporary_error_until_it_expires(failing_backend, fails_to_open, error):
    email = queue_mail()
    setattr(failing_backend, "open_error" if fails_to_open else "send_error", error)
    assert not send(email)
    assert outbox.due_mail_ids(at=NOW) == []
    later = NOW + timedelta(minutes=outbox.RETRY_MINUTES[0])
    assert outbox.due_mail_ids(at=later) == [email.pk]
    failing_backend.open_error = failing_backend.send_error = None
    assert send(email, later)
    expiring = queue_mail("two", until=NOW)
    setattr(failing_backend, "open_error" if fails_to_open else "send_error", error)
    assert not send(expiring)
    expiring.refresh_from_db()
    assert (expiring.state, expiring.text) == (MailState.NOT_SENT, "")
    assert expiring.problem == (MailProblem.EXPIRED if fails_to_open else MailProblem.REFUSED)


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
def test_email_is_not_retried_after_a_permanent_or_unclear_error(failing_backend, error, problem):
    email = queue_mail()
    failing_backend.send_error = error
    assert not send(email)
    failing_backend.send_error = None
    assert not send(email, LATER)
    email.refresh_from_db()
    assert (email.state, email.problem, email.to) == (MailState.NOT_SENT, problem, "")


@pytest.mark.parametrize("to", ["ışık@example.org", "ayse@" + "ü" * 70 + ".org", "a\x00@example.org", "x"])
def test_email_to_an_unusable_address_ends_as_not_sent_at_once(to):
    outbox.queue(key="one", to=to, subject="Parola", text="Bağlantı", at=NOW, until=LATER)
    email = Mail.objects.get()
    assert (email.state, email.problem, email.to) == (MailState.NOT_SENT, MailProblem.ADDRESS, "")
    assert outbox.due_mail_ids(at=NOW) == []


def test_stored_email_with_an_unusable_address_does_not_block_others(settings):
    settings.EMAIL_BACKEND = "tests.tournaments.mail.test_outbox.EncodingBackend"
    queue_mail()
    queue_mail("two")
    Mail.objects.filter(key="one").update(to="ayse@" + "ü" * 70 + ".org")
    results = [outbox.send(mail_id=key, clock=lambda: NOW) for key in outbox.due_mail_ids(at=NOW)]
    assert results == [False, True]
    assert Mail.objects.get(key="one").problem == MailProblem.ADDRESS


class EncodingBackend(EmailBackend):
    def send_messages(self, messages: Any) -> int:
        for message in messages:
            message.message()
        return int(super().send_messages(messages))


class SweepingBackend(EmailBackend):
    def send_messages(self, messages: Any) -> int:
        outbox.sweep(at=NOW + outbox.LEASE)
        return int(super().send_messages(messages))


def test_email_sent_after_the_end_of_its_lease_counts_as_sent(settings):
    settings.EMAIL_BACKEND = f"{__name__}.SweepingBackend"
    email = queue_mail()
    assert send(email)
    email.refresh_from_db()
    assert (email.state, email.problem) == (MailState.SENT, "")


@pytest.mark.parametrize(
    "later", [outbox.LEASE, -timedelta(days=365)], ids=["the lease is over", "the clock was a year ahead"]
)
def test_email_of_a_dead_worker_ends_as_not_sent(failing_backend, later):
    email = queue_mail()
    failing_backend.send_error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        send(email)
    outbox.sweep(at=NOW + timedelta(minutes=1))
    email.refresh_from_db()
    assert email.state == MailState.TAKEN
    outbox.sweep(at=NOW + later)
    email.refresh_from_db()
    assert (email.state, email.problem, email.text) == (MailState.NOT_SENT, MailProblem.INTERRUPTED, "")


def test_waiting_email_is_sent_although_the_clock_was_a_year_ahead(failing_backend):
    email = queue_mail()
    failing_backend.open_error = ConnectionRefusedError()
    assert not send(email)
    failing_backend.open_error = None
    earlier = NOW - timedelta(days=365)
    assert outbox.due_mail_ids(at=earlier) == [email.pk]
    assert send(email, earlier)


def test_expired_email_is_not_sent():
    email = queue_mail()
    assert not send(email, LATER + timedelta(seconds=1))
    email.refresh_from_db()
    assert (email.state, email.problem) == (MailState.NOT_SENT, MailProblem.EXPIRED)


def test_rows_of_ended_emails_are_deleted_after_a_month():
    send(queue_mail())
    send(queue_mail("two"), LATER + timedelta(seconds=1))
    assert outbox.sweep(at=NOW + timedelta(days=29)) == 0
    assert outbox.sweep(at=NOW + timedelta(days=31)) == 2


def test_password_link_is_sent_before_older_sign_up_emails():
    at = timezone.now()
    common: dict[str, Any] = {"to": "ayse@example.org", "text": "", "until": at + timedelta(hours=1)}
    for key in ("first", "second"):
        outbox.queue(key=key, subject=key, at=at - timedelta(minutes=1), kind=MailKind.FIRST, **common)
    outbox.queue(key="link", subject="link", at=at, **common)
    assert tasks.send_mail(Mail.objects.get(key="first").pk)
    assert [sent.subject for sent in mail.outbox] == ["link"]
    assert tasks.send_mail_that_waits() == 2


def test_sweep_sends_waiting_email_only_with_a_server(settings):
    queue_mail(until=timezone.now() + timedelta(hours=1))
    settings.EMAIL_CONFIGURED = False
    assert tasks.send_mail_that_waits() == 0
    settings.EMAIL_CONFIGURED = True
    assert tasks.send_mail_that_waits() == 1
    assert not tasks.send_mail(Mail.objects.get().pk)


AHEAD = timedelta(days=365)


def test_email_of_a_clock_that_was_ahead_is_sent_after_its_correction():
    outbox.queue(key="one", to="ayse@example.org", subject="", text="", at=NOW + AHEAD, until=NOW + 2 * AHEAD)
    email = Mail.objects.get()
    assert outbox.due_mail_ids(at=NOW) == [email.pk]
    assert [send(email), send(email)] == [True, False]


def test_email_tried_while_the_clock_was_ahead_is_retried(failing_backend):
    email = queue_mail(until=NOW + 2 * AHEAD)
    failing_backend.open_error = ConnectionRefusedError()
    assert not send(email, NOW + AHEAD)
    failing_backend.open_error = None
    assert send(email)


def test_delayed_email_is_sent_when_it_is_due():
    outbox.queue(
        key="one",
        to="ayse@example.org",
        subject="",
        text="",
        at=NOW,
        until=LATER,
        due_at=NOW + outbox.LONGEST_DELAY,
    )
    email = Mail.objects.get()
    assert (outbox.due_mail_ids(at=NOW), send(email)) == ([], False)
    assert outbox.due_mail_ids(at=NOW + outbox.LONGEST_DELAY) == [email.pk]


def test_email_taken_while_the_clock_was_ahead_is_not_sent():
    queue_mail()
    Mail.objects.update(state=MailState.TAKEN, due_at=NOW + AHEAD)
    outbox.sweep(at=NOW)
    assert Mail.objects.get().state == MailState.NOT_SENT
