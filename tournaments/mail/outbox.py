"""Emails are sent after commit, at most once.

If a worker dies during its lease, the email ends as not sent: it may have arrived
(`docs/decisions/accounts.md`).
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q

from tournaments.clock_tolerance import recent_condition
from tournaments.enums import MailKind, MailProblem, MailState
from tournaments.models import Application, Mail, Tournament
from tournaments.naming.email_addresses import is_mailable

SEND_MAIL = "tournaments.tasks.send_mail"
RETRY_MINUTES = (1, 3, 5, 10, 30)
"""Minutes before each retry; the last one repeats."""
LEASE = timedelta(minutes=10)
"""A worker that holds an email for longer has died."""
LONGEST_DELAY = timedelta(hours=1)
"""An email scheduled for later comes from a clock that was ahead, and is due."""
RETENTION = timedelta(days=30)
LONGEST_SUBJECT = 200
PERMANENT_FAILURE_CODE = 500

Clock = Callable[[], datetime]
logger = logging.getLogger(__name__)


def is_set_up() -> bool:
    return bool(settings.EMAIL_CONFIGURED and settings.PUBLIC_ADDRESS)


def queue(
    *,
    key: str,
    to: str,
    subject: str,
    text: str,
    at: datetime,
    until: datetime,
    due_at: datetime | None = None,
    kind: MailKind = MailKind.ACCOUNT,
    application: Application | None = None,
) -> None:
    """Store an email, once for each key; for an unmailable address as not sent.

    Sent after the commit or at `due_at`, until when it can be dropped; expires after `until`.
    """
    mail, created = Mail.objects.get_or_create(
        key=key,
        defaults={
            "kind": kind,
            "application": application,
            "to": to if is_mailable(to) else "",
            "subject": subject[:LONGEST_SUBJECT],
            "text": text,
            "queued_at": at,
            "due_at": due_at or at,
            "until": until,
        },
    )
    if created and not mail.to:
        _store_outcome(mail, MailProblem.ADDRESS)
    elif created and due_at is None:
        transaction.on_commit(lambda: _request_sending(mail.pk), robust=True)


def withdraw(*, key_prefix: str) -> int:
    waiting = Mail.objects.filter(key__startswith=key_prefix, state=MailState.WAITING)
    return waiting.update(**_ended_columns(MailProblem.WITHDRAWN))


def count_first_mails(*, at: datetime, within: timedelta, tournament: Tournament | None = None) -> int:
    queued = Mail.objects.filter(recent_condition("queued_at", at=at, within=within), kind=MailKind.FIRST)
    return (queued.filter(application__tournament=tournament) if tournament else queued).count()


def send(*, mail_id: int, clock: Clock) -> bool:
    """Send a queued email if due, or give up an expired one; return whether it was sent.

    Without a server it is retried later, until it expires.
    """
    at = clock()
    waiting = Mail.objects.filter(_is_due(at), pk=mail_id, state=MailState.WAITING)
    mail = waiting.first()
    if mail is None:
        return False
    if mail.until < at:
        _store_outcome(mail, MailProblem.EXPIRED)
        return False
    server = get_connection()
    try:
        server.open()
    except OSError as error:  # errors of smtplib are OSErrors, too
        _schedule_retry(mail, error, MailProblem.EXPIRED, at=clock())
        return False
    try:
        if not waiting.update(state=MailState.TAKEN, due_at=clock() + LEASE):
            return False
        return _deliver(mail, server, clock)
    finally:
        server.close()


def due_mail_ids(*, at: datetime) -> list[int]:
    """Most urgent first; none without a mail server."""
    if not settings.EMAIL_CONFIGURED:
        return []
    waiting = Mail.objects.filter(_is_due(at), state=MailState.WAITING)
    return list(waiting.order_by("kind", "due_at", "pk").values_list("pk", flat=True)[:100])


def sweep(*, at: datetime) -> int:
    """End emails of dead workers; delete old rows."""
    for mail in Mail.objects.filter(_is_due(at), state=MailState.TAKEN).order_by("pk"):
        _store_outcome(mail, MailProblem.INTERRUPTED)
    ended = Mail.objects.filter(state__in=[MailState.SENT, MailState.NOT_SENT], queued_at__lt=at - RETENTION)
    return ended.delete()[0]


def _is_due(at: datetime) -> Q:
    """Also if the clock was set back."""
    return Q(due_at__lte=at) | Q(due_at__gt=at + LONGEST_DELAY)


def _deliver(mail: Mail, server: BaseEmailBackend, clock: Clock) -> bool:
    """Send a taken email and store the outcome, without raising; return whether it was sent.

    Retries only a temporary refusal: an interrupted email may have arrived.
    """
    try:
        EmailMessage(mail.subject, mail.text, to=[mail.to], connection=server).send()
    except OSError as error:
        if _is_temporary_refusal(error):
            _schedule_retry(mail, error, MailProblem.REFUSED, at=clock())
        elif _is_server_answer(error):
            _give_up(mail, MailProblem.REFUSED, error)
        else:  # it may have arrived
            _give_up(mail, MailProblem.INTERRUPTED, error)
        return False
    except ValueError as error:  # address or headers can't be encoded
        _give_up(mail, MailProblem.ADDRESS, error)
        return False
    except Exception as error:  # the email must not stay taken after any error
        _give_up(mail, MailProblem.FAILED, error)
        return False
    _store_outcome(mail)
    return True


def _is_server_answer(error: OSError) -> bool:
    return isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPResponseException)


def _is_temporary_refusal(failed: OSError) -> bool:
    if isinstance(failed, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _text in failed.recipients.values()]
    elif isinstance(failed, smtplib.SMTPResponseException):
        codes = [failed.smtp_code]
    else:
        return False
    return all(code < PERMANENT_FAILURE_CODE for code in codes)


def _schedule_retry(mail: Mail, error: Exception, problem: MailProblem, *, at: datetime) -> None:
    """Wait longer, or give up if it would expire."""
    due_at = at + timedelta(minutes=RETRY_MINUTES[min(mail.tries, len(RETRY_MINUTES) - 1)])
    if due_at > mail.until:
        _give_up(mail, problem, error)
        return
    unsent = Mail.objects.filter(pk=mail.pk, state__in=[MailState.WAITING, MailState.TAKEN])
    unsent.update(state=MailState.WAITING, tries=mail.tries + 1, due_at=due_at)


def _give_up(mail: Mail, problem: MailProblem, error: Exception) -> None:
    if _store_outcome(mail, problem):
        logger.error("A mail was not sent: %s (%s)", problem.value, type(error).__name__)


@transaction.atomic
def _store_outcome(mail: Mail, problem: MailProblem | None = None) -> bool:
    """Store sent, or not sent with `problem`; return False, unchanged, if an outcome was stored before.

    A delivery that took longer than its lease may still change not sent to sent. The application gets the
    problem, too.
    """
    open_states = [MailState.WAITING, MailState.TAKEN]
    if problem is None:
        open_states.append(MailState.NOT_SENT)
    if not Mail.objects.filter(pk=mail.pk, state__in=open_states).update(**_ended_columns(problem)):
        return False
    if mail.application_id is not None:
        Application.objects.filter(pk=mail.application_id).update(mail_problem=problem or "")
    return True


def _ended_columns(problem: MailProblem | None) -> dict[str, str]:
    state = MailState.NOT_SENT if problem else MailState.SENT
    return {"state": state, "problem": problem or "", "to": "", "subject": "", "text": ""}


def _request_sending(mail_id: int) -> None:
    current_app.send_task(SEND_MAIL, args=[mail_id], retry=False)
