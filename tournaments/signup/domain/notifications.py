"""Who signed up with an e-mail is told by mail: what he signed up, and what others did about it.

Every mail is put in the transaction of the act that it tells of. Later ones go only where a first one went,
and budgets limit the first ones: who types others' addresses can't have us write to them often.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from tournaments.enums import ApplicationState, MailKind, MailProblem
from tournaments.log.actor import APPLICANT, Actor
from tournaments.mail import budgets, outbox
from tournaments.models import Application, Tournament
from tournaments.models.people import as_stored
from tournaments.signup import emails
from tournaments.signup.domain.application_codes import code_of, link_code
from tournaments.signup.domain.contact_emails import address_in, proof_of

KEPT: Final = timedelta(days=1)
"""So long a place is kept for whoever has to confirm his e-mail first: a mail may be slow."""
OF_USE: Final = timedelta(days=2)
TO_TAKE_BACK: Final = timedelta(minutes=5)
"""So long a refusal waits before it is mailed: a slip of the finger frightens nobody."""

_REFUSED: Final = "refused "


def signed_up(application: Application, *, client: str, at: datetime) -> bool:
    """Mail somebody the way back to his entry, and to confirming his address; whether a mail was put.

    None is where the house sends no mail, or he gave no address, or a budget is used up: then the application
    has that problem. `client` is the network address that asks for it. Caller holds the tournament.
    """
    address, code = address_in(application.contact), code_of(application)
    if not outbox.is_set_up() or not address or not code:
        _note(application, None)
        return False
    problem = budgets.take_first_mail(tournament=application.tournament, to=address, client=client, at=at)
    _note(application, problem)
    if problem is not None:
        return False
    until = application.signed_up_at + KEPT

    def letter() -> emails.Letter:
        return emails.signed_up(application, link=_link(application, code), code=code, kept_until=until)

    key = f"{application.mail_key}first {at.isoformat()}"
    _put(application, letter, key=key, kind=MailKind.FIRST, at=at)
    application.mailed_at = at
    application.save(update_fields=["mailed_at"])
    return True


def how_it_stands(
    application: Application, *, by: Actor, at: datetime, untold: Application | None = None
) -> None:
    """Mail everybody of an entry how it stands now, but who did it himself (`untold`).

    What other applicants cause counts, but for the first mail that the entry is let in: two who join and
    leave again and again write to nobody without end, and take that mail from nobody.
    """
    for one in _reached(application):
        if untold is not None and one.pk == untold.pk:
            continue
        if by == APPLICANT and not _take_notice(one, at=at):
            _note(one, MailProblem.RECIPIENT)
        else:
            _stands(one, f"{one.whole.state} ", at=at)


def refused(application: Application, *, at: datetime) -> None:
    """Mail everybody of an entry that it was not taken, unless that is taken back within some minutes."""
    for one in _reached(application):
        _stands(one, _REFUSED, at=at, due_at=at + TO_TAKE_BACK)


def take_back_refusal(application: Application) -> bool:
    """Let those not be told of a refusal who haven't been; whether nobody was."""
    return sum(outbox.drop(about=one.mail_key + _REFUSED) for one in _reached(application)) > 0


def tournament_cancelled(tournament: Tournament, *, at: datetime) -> None:
    """Mail all whose entries stand that it does not take place."""
    _tell_all(tournament, emails.tournament_cancelled, "cancelled", at=at)


def tournament_goes_on(tournament: Tournament, *, at: datetime) -> None:
    """Mail all whose entries stand that it takes place after all."""
    _tell_all(tournament, emails.tournament_goes_on, "goes on", at=at)


def tournament_removed(tournament: Tournament, *, at: datetime) -> None:
    """Mail all whose entries stand that it is gone, unless it is over or they know it does not take place.

    Comes before what they typed is forgotten.
    """
    if not tournament.cancelled and tournament.last_day >= at.date():
        _tell_all(tournament, emails.tournament_removed, "removed", at=at)


def forget(tournament: Tournament) -> None:
    """Send nothing any more of what says who signed up."""
    outbox.drop(about=f"sign-up {tournament.pk} ")


def forget_notices(tournament: Tournament) -> None:
    """Send nothing any more of what became of a tournament."""
    outbox.drop(about=f"tournament {tournament.pk} ")


def _reached(application: Application) -> list[Application]:
    """All of an entry to whom a first mail went."""
    if not outbox.is_set_up():
        return []
    joined = application.joined.select_related("tournament__club", "joined_to").order_by("pk")
    return [one for one in (application, *joined) if one.mailed_at and address_in(one.contact)]


def _take_notice(application: Application, *, at: datetime) -> bool:
    let_in = application.mail_key if application.whole.state == ApplicationState.LET_IN else ""
    return budgets.take_notice(to=address_in(application.contact), let_in=let_in, at=at)


def _stands(application: Application, what: str, *, at: datetime, due_at: datetime | None = None) -> None:
    code = code_of(application)

    def letter() -> emails.Letter:
        return emails.how_it_stands(application, link=_link(application, code), code=code)

    _put(application, letter, key=f"{application.mail_key}{what}{at.isoformat()}", at=at, due_at=due_at)


def _tell_all(
    tournament: Tournament, letter: Callable[[Tournament], emails.Letter], what: str, *, at: datetime
) -> None:
    """One mail to each address, however many entries bear it."""
    if not outbox.is_set_up():
        return
    over = (ApplicationState.CANCELLED, ApplicationState.REFUSED)
    mailed = tournament.applications.filter(mailed_at__isnull=False, forgotten_at=None).exclude(
        state__in=over
    )
    by_address = {as_stored(address_in(one.contact)): one for one in mailed.order_by("-pk")}
    by_address.pop("", None)
    for one in by_address.values():
        key = f"tournament {tournament.pk} {one.pk} {what} {at.isoformat()}"
        _put(one, lambda: letter(tournament), key=key, at=at)


def _put(
    application: Application,
    letter: Callable[[], emails.Letter],
    *,
    key: str,
    at: datetime,
    due_at: datetime | None = None,
    kind: MailKind = MailKind.NOTICE,
) -> None:
    with override(application.language):
        subject, text = letter()
    to = address_in(application.contact)
    outbox.put(
        key=key,
        to=to,
        subject=subject,
        text=text,
        at=at,
        until=at + OF_USE,
        due_at=due_at,
        kind=kind,
        application=application,
    )


def _note(application: Application, problem: MailProblem | None) -> None:
    """Store why an application was not written to; none where nothing hindered it."""
    application.mail_problem = problem or ""
    application.save(update_fields=["mail_problem"])


def _link(application: Application, code: str) -> str:
    """In the language of the moment; it leads to the house's own address, never to what a request said."""
    key = application.tournament.public_id
    if code:
        path = reverse("tournaments:confirm_sign_up", args=[key, link_code(code), proof_of(application)])
    else:
        path = reverse("tournaments:sign_up", args=[key])
    return f"{settings.PUBLIC_ADDRESS}{path}"
