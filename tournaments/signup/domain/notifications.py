"""Notices go only to addresses that got a first, rate-limited email."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from tournaments.clock_tolerance import recent_condition
from tournaments.enums import ApplicationState, MailKind, MailProblem
from tournaments.log.actor import APPLICANT, Actor
from tournaments.mail import email_budgets, outbox
from tournaments.models import Application, Mail, Tournament
from tournaments.naming.email_addresses import normalize_email
from tournaments.signup import emails
from tournaments.signup.domain.application_codes import code_of, link_code
from tournaments.signup.domain.contact_emails import address_proof, find_address

PLACE_KEPT_FOR: Final = timedelta(days=1)
"""How long a place is kept for an unconfirmed email address, because delivery may be slow."""
MAX_AGE: Final = timedelta(days=2)
REFUSAL_DELAY: Final = timedelta(minutes=5)
"""Delay before a refusal is mailed, so that a mistaken one can be undone."""
REMINDER_INTERVAL: Final = timedelta(hours=12)
"""An applicant gets one reminder of the fee within it, however often it is asked for."""

_REFUSED: Final = "refused "
_FEE: Final = "fee "


def send_first_email(application: Application, *, client: str, at: datetime) -> bool:
    """Queue link and code; return False without mail server, address or code, or if rate-limited.

    Stores `mailed_at` if queued; a rate limit is stored as a mail problem, which is cleared otherwise.
    `client` is the network address. Caller locks the tournament.
    """
    address, code = find_address(application.contact), code_of(application)
    if not outbox.is_set_up() or not address or not code:
        _store_problem(application, None)
        return False
    problem = email_budgets.spend_first_mail(
        tournament=application.tournament, to=address, client=client, at=at
    )
    _store_problem(application, problem)
    if problem is not None:
        return False
    until = application.signed_up_at + PLACE_KEPT_FOR

    def render() -> emails.Email:
        return emails.signed_up(application, link=_link(application, code), code=code, kept_until=until)

    key = f"{application.mail_key}first {at.isoformat()}"
    _queue_email(application, render, key=key, kind=MailKind.FIRST, at=at)
    application.mailed_at = at
    application.save(update_fields=["mailed_at"])
    return True


def gets_notices(application: Application) -> bool:
    """Return whether it got a first e-mail and has an address; without a mail server nothing is sent."""
    return application.mailed_at is not None and find_address(application.contact) != ""


def notify_state(
    application: Application, *, by: Actor, at: datetime, except_application: Application | None = None
) -> None:
    """Mail all applicants of an entry its state, except `except_application`.

    Those caused by applicants are rate-limited, except the first about acceptance: beyond, only a mail
    problem is stored.
    """
    for recipient in _recipients(application):
        if except_application is not None and recipient.pk == except_application.pk:
            continue
        if by == APPLICANT and not _within_notice_limit(recipient, at=at):
            _store_problem(recipient, MailProblem.RECIPIENT)
        else:
            _queue_state_email(recipient, f"{recipient.pair_application.state} ", at=at)


def notify_refusal(application: Application, *, at: datetime) -> None:
    for recipient in _recipients(application):
        _queue_state_email(recipient, _REFUSED, at=at, due_at=at + REFUSAL_DELAY)


def withdraw_refusal_email(application: Application) -> bool:
    """Return whether one was pending."""
    return (
        sum(
            outbox.withdraw(key_prefix=recipient.mail_key + _REFUSED)
            for recipient in _recipients(application)
        )
        > 0
    )


def read_reminded(tournament: Tournament, *, at: datetime) -> set[int]:
    """Return the primary keys of applicants who were reminded of the fee within REMINDER_INTERVAL."""
    lately = Mail.objects.filter(recent_condition("queued_at", at=at, within=REMINDER_INTERVAL))
    reminders = lately.filter(
        application__tournament=tournament, key__contains=f" {_FEE}", key__startswith="sign-up "
    ).exclude(problem=MailProblem.WITHDRAWN)
    return {*reminders.values_list("application__pk", flat=True)}


def remind_of_fee(application: Application, *, fee: str, at: datetime) -> None:
    code = code_of(application)

    def render() -> emails.Email:
        return emails.fee_reminder(application, fee=fee, link=_link(application, code))

    _queue_email(application, render, key=f"{application.mail_key}{_FEE}{at.isoformat()}", at=at)


def withdraw_fee_reminder(application: Application) -> None:
    """A reminder that was not sent yet is dropped when the fee is paid."""
    for recipient in (application, *application.joined.all()):
        outbox.withdraw(key_prefix=recipient.mail_key + _FEE)


def notify_cancelled(tournament: Tournament, *, at: datetime) -> None:
    _queue_to_all(tournament, emails.tournament_cancelled, "cancelled", at=at)


def notify_resumed(tournament: Tournament, *, at: datetime) -> None:
    _queue_to_all(tournament, emails.tournament_resumed, "goes on", at=at)


def notify_removed(tournament: Tournament, *, at: datetime) -> None:
    """Must run before contacts are deleted."""
    if not tournament.cancelled and tournament.last_day >= at.date():
        _queue_to_all(tournament, emails.tournament_removed, "removed", at=at)


def drop_application_emails(tournament: Tournament) -> None:
    """They say who signed up."""
    outbox.withdraw(key_prefix=f"sign-up {tournament.pk} ")


def drop_tournament_emails(tournament: Tournament) -> None:
    outbox.withdraw(key_prefix=f"tournament {tournament.pk} ")


def _recipients(application: Application) -> list[Application]:
    if not outbox.is_set_up():
        return []
    joined = application.joined.select_related("tournament__club", "joined_to").order_by("pk")
    return list(filter(gets_notices, (application, *joined)))


def _within_notice_limit(application: Application, *, at: datetime) -> bool:
    let_in = application.mail_key if application.pair_application.state == ApplicationState.LET_IN else ""
    return email_budgets.spend_notice(to=find_address(application.contact), admitted_entry=let_in, at=at)


def _queue_state_email(
    application: Application, key_part: str, *, at: datetime, due_at: datetime | None = None
) -> None:
    """Queue an email on the current state, one for each `key_part` and `at`."""
    code = code_of(application)

    def render() -> emails.Email:
        return emails.state_changed(application, link=_link(application, code), code=code)

    _queue_email(
        application, render, key=f"{application.mail_key}{key_part}{at.isoformat()}", at=at, due_at=due_at
    )


def _queue_to_all(
    tournament: Tournament, render: Callable[[Tournament], emails.Email], key_part: str, *, at: datetime
) -> None:
    """Queue one email to each address, for its oldest application that got one before and isn't over.

    Does nothing without a mail server.
    """
    if not outbox.is_set_up():
        return
    over = (ApplicationState.CANCELLED, ApplicationState.REFUSED)
    mailed = tournament.applications.filter(mailed_at__isnull=False, forgotten_at=None).exclude(
        state__in=over
    )
    by_address = {
        normalize_email(find_address(recipient.contact)): recipient for recipient in mailed.order_by("-pk")
    }
    by_address.pop("", None)
    for recipient in by_address.values():
        key = f"tournament {tournament.pk} {recipient.pk} {key_part} {at.isoformat()}"
        _queue_email(recipient, lambda: render(tournament), key=key, at=at)


def _queue_email(
    application: Application,
    render: Callable[[], emails.Email],
    *,
    key: str,
    at: datetime,
    due_at: datetime | None = None,
    kind: MailKind = MailKind.NOTICE,
) -> None:
    """Render in the applicant's language; queue once for each `key`, to expire after MAX_AGE.

    An unmailable address is stored as not sent.
    """
    with override(application.language):
        subject, text = render()
    to = find_address(application.contact)
    outbox.queue(
        key=key,
        to=to,
        subject=subject,
        text=text,
        at=at,
        until=at + MAX_AGE,
        due_at=due_at,
        kind=kind,
        application=application,
    )


def _store_problem(application: Application, problem: MailProblem | None) -> None:
    application.mail_problem = problem or ""
    application.save(update_fields=["mail_problem"])


def _link(application: Application, code: str) -> str:
    key = application.tournament.public_id
    if code:
        path = reverse("tournaments:confirm_sign_up", args=[key, link_code(code), address_proof(application)])
    else:
        path = reverse("tournaments:sign_up", args=[key])
    return f"{settings.PUBLIC_ADDRESS}{path}"
