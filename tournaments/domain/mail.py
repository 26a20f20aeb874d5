"""The one way by which the house sends mail: a row is put by the act that asks for it, and sent after commit.

A mail is taken before it is handed to the server: whatever dies in between, it is sent once or not at all,
never twice (`docs/decisions/accounts.md`).
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
from django.db.models import Q, QuerySet

from tournaments.clocks import recent
from tournaments.enums import MailState
from tournaments.models import Mail

SEND_MAIL = "tournaments.tasks.send_mail"
WAITS = (1, 3, 5, 10, 30)
"""Minutes before each further try, where a server was away or refused for now; then as the last."""
AS_LONG_AS_A_TRY = timedelta(hours=1)
"""What was taken so long ago, and neither sent nor given back, had its process die."""
LONGEST_DELAY = timedelta(minutes=max(WAITS))
"""What is due later than so was put, or tried, by a clock that was ahead: it is due now."""
KEPT = timedelta(days=30)
LONGEST_SUBJECT = 200
REFUSED_FOR_GOOD = 500

Clock = Callable[[], datetime]
logger = logging.getLogger(__name__)


def is_set_up() -> bool:
    """Whether mail can be sent: there is a server, and an address that links in it can lead to."""
    return bool(settings.MAIL_IS_SET_UP and settings.PUBLIC_ADDRESS)


def put(
    *,
    key: str,
    to: str,
    subject: str,
    text: str,
    at: datetime,
    until: datetime,
    due_at: datetime | None = None,
) -> None:
    """Have a mail sent once what is done now is stored; of each key there is one, whoever puts it again.

    Before `due_at` it can still be dropped. After `until` nothing is tried any more: what it says would be of
    no use.
    """
    mail, created = Mail.objects.get_or_create(
        key=key,
        defaults={
            "to": to,
            "subject": subject[:LONGEST_SUBJECT],
            "text": text,
            "put_at": at,
            "due_at": due_at or at,
            "until": until,
        },
    )
    if created and due_at is None:
        transaction.on_commit(lambda: _ask(mail.pk), robust=True)


def drop(*, about: str) -> int:
    """Send nothing that is not yet on its way of what has a key that begins so; how many mails that were."""
    return _over(Mail.objects.filter(key__startswith=about, state=MailState.WAITING), MailState.GIVEN_UP)


def put_within(time: timedelta, *, about: str, at: datetime) -> int:
    """How many mails with a key that begins so were put of late."""
    return Mail.objects.filter(recent("put_at", at=at, within=time), key__startswith=about).count()


def send(*, mail_id: int, clock: Clock) -> bool:
    """Send a mail that is due, unless somebody else does; whether it was sent."""
    waiting = _due(at=clock()).filter(pk=mail_id)
    mail = waiting.first()
    if mail is None:
        return False
    server = get_connection()
    try:
        server.open()
    except OSError as away:  # smtplib's own errors are such, too
        _try_again(waiting, mail, away, at=clock())
        return False
    try:
        if not waiting.update(state=MailState.TAKEN, due_at=clock()):
            return False
        return _hand_over(mail, server, clock)
    finally:
        server.close()


def due(*, at: datetime) -> list[int]:
    """The mails whose time has come, the oldest first, by primary key; none while there is no server."""
    if not settings.MAIL_IS_SET_UP:
        return []
    return list(_due(at=at).order_by("due_at", "pk").values_list("pk", flat=True)[:100])


def sweep(*, at: datetime) -> int:
    """Give up what a process died over, and forget what is long over; how many rows are gone."""
    lost = Mail.objects.filter(state=MailState.TAKEN)
    _over(lost.exclude(recent("due_at", at=at, within=AS_LONG_AS_A_TRY)), MailState.GIVEN_UP)
    ended = Mail.objects.filter(state__in=[MailState.SENT, MailState.GIVEN_UP], put_at__lt=at - KEPT)
    return ended.delete()[0]


def _due(*, at: datetime) -> QuerySet[Mail]:
    due = Q(due_at__lte=at) | Q(due_at__gt=at + LONGEST_DELAY)
    return Mail.objects.filter(due, state=MailState.WAITING)


def _hand_over(mail: Mail, server: BaseEmailBackend, clock: Clock) -> bool:
    taken = Mail.objects.filter(pk=mail.pk, state=MailState.TAKEN)
    message = EmailMessage(mail.subject, mail.text, to=[mail.to], connection=server)
    try:
        message.send()
    except OSError as failed:
        if _refused_for_now(failed):
            _try_again(taken, mail, failed, at=clock())
        else:  # for good, or it may have arrived
            _give_up(taken, failed)
        return False
    _over(taken, MailState.SENT)
    return True


def _refused_for_now(failed: OSError) -> bool:
    """Whether the server said that it has not taken the mail, and may take it later."""
    if isinstance(failed, smtplib.SMTPRecipientsRefused):
        said = [code for code, _text in failed.recipients.values()]
    elif isinstance(failed, smtplib.SMTPResponseException):
        said = [failed.smtp_code]
    else:
        return False
    return all(code < REFUSED_FOR_GOOD for code in said)


def _try_again(mails: QuerySet[Mail], mail: Mail, why: Exception, *, at: datetime) -> None:
    """Let a mail wait longer each time, until it is given up."""
    due_at = at + timedelta(minutes=WAITS[min(mail.tries, len(WAITS) - 1)])
    if due_at > mail.until:
        _give_up(mails, why)
        return
    mails.update(state=MailState.WAITING, tries=mail.tries + 1, due_at=due_at)


def _give_up(mails: QuerySet[Mail], why: Exception) -> None:
    if _over(mails, MailState.GIVEN_UP):
        logger.error("A mail could not be sent: %s", type(why).__name__)


def _over(mails: QuerySet[Mail], state: MailState) -> int:
    return mails.update(state=state, to="", subject="", text="")


def _ask(mail_id: int) -> None:
    current_app.send_task(SEND_MAIL, args=[mail_id], retry=False)
