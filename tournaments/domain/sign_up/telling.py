"""Who signed up with an e-mail is told by mail: what he signed up, and what others did about it.

Every mail is put in the transaction of the act that it tells of. Later ones go only where a first one went,
and of first ones an address gets few: who types others' addresses can't have us write to them often.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from tournaments.domain import mail, tries
from tournaments.domain.sign_up import letters
from tournaments.domain.sign_up.addresses import address_in, proof_of
from tournaments.domain.sign_up.codes import code_of
from tournaments.enums import ApplicationState
from tournaments.models import Application, Tournament
from tournaments.models.people import as_stored

KEPT: Final = timedelta(days=1)
"""So long a place is kept for whoever has to confirm his e-mail first: a mail may be slow."""
FREE_MAILS: Final = 5
"""So many first mails go to one address on one day without a wait."""
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
MOST_AN_HOUR: Final = 1000
"""So many mails about sign-ups the house puts within an hour before it writes to no new address."""
OF_USE: Final = timedelta(days=2)
TO_TAKE_BACK: Final = timedelta(minutes=5)
"""So long a refusal waits before it is mailed: a slip of the finger frightens nobody."""

_REFUSED: Final = "refused "


def signed_up(application: Application, *, at: datetime) -> bool:
    """Mail somebody the way back to his entry, and to confirming his address; whether a mail was put.

    None is where the house sends no mail, or he gave no address, or too many went to it of late. Caller holds
    the tournament.
    """
    address, code = address_in(application.contact), code_of(application)
    if not mail.is_set_up() or not address or not code or not _may_write_to(address, at=at):
        return False
    until = application.signed_up_at + KEPT

    def letter() -> letters.Letter:
        return letters.signed_up(application, link=_link(application, code), code=code, kept_until=until)

    _put(application, letter, key=f"{application.mail_key}first {at.isoformat()}", at=at)
    application.mailed_at = at
    application.save(update_fields=["mailed_at"])
    return True


def how_it_stands(application: Application, *, at: datetime, untold: Application | None = None) -> None:
    """Mail everybody of an entry how it stands now, but who did it himself (`untold`)."""
    for one in _reached(application):
        if untold is None or one.pk != untold.pk:
            _stands(one, f"{one.whole.state} ", at=at)


def refused(application: Application, *, at: datetime) -> None:
    """Mail everybody of an entry that it was not taken, unless that is taken back within some minutes."""
    for one in _reached(application):
        _stands(one, _REFUSED, at=at, due_at=at + TO_TAKE_BACK)


def take_back_refusal(application: Application) -> bool:
    """Let those not be told of a refusal who haven't been; whether nobody was."""
    return sum(mail.drop(about=one.mail_key + _REFUSED) for one in _reached(application)) > 0


def tournament_cancelled(tournament: Tournament, *, at: datetime) -> None:
    """Mail all whose entries stand that it does not take place."""
    _tell_all(tournament, letters.tournament_cancelled, "cancelled", at=at)


def tournament_goes_on(tournament: Tournament, *, at: datetime) -> None:
    """Mail all whose entries stand that it takes place after all."""
    _tell_all(tournament, letters.tournament_goes_on, "goes on", at=at)


def tournament_removed(tournament: Tournament, *, at: datetime) -> None:
    """Mail all whose entries stand that it is gone, unless it is over or they know it does not take place.

    Comes before what they typed is forgotten.
    """
    if not tournament.cancelled and tournament.last_day >= at.date():
        _tell_all(tournament, letters.tournament_removed, "removed", at=at)


def forget(tournament: Tournament) -> None:
    """Send nothing any more of what says who signed up."""
    mail.drop(about=f"sign-up {tournament.pk} ")


def forget_notices(tournament: Tournament) -> None:
    """Send nothing any more of what became of a tournament."""
    mail.drop(about=f"tournament {tournament.pk} ")


def _reached(application: Application) -> list[Application]:
    """All of an entry to whom a first mail went."""
    if not mail.is_set_up():
        return []
    joined = application.joined.select_related("tournament__club", "joined_to").order_by("pk")
    return [one for one in (application, *joined) if one.mailed_at and address_in(one.contact)]


def _stands(application: Application, what: str, *, at: datetime, due_at: datetime | None = None) -> None:
    code = code_of(application)

    def letter() -> letters.Letter:
        return letters.how_it_stands(application, link=_link(application, code), code=code)

    _put(application, letter, key=f"{application.mail_key}{what}{at.isoformat()}", at=at, due_at=due_at)


def _tell_all(
    tournament: Tournament, letter: Callable[[Tournament], letters.Letter], what: str, *, at: datetime
) -> None:
    """One mail to each address, however many entries bear it."""
    if not mail.is_set_up():
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
    letter: Callable[[], letters.Letter],
    *,
    key: str,
    at: datetime,
    due_at: datetime | None = None,
) -> None:
    with override(application.language):
        subject, text = letter()
    to = address_in(application.contact)
    mail.put(key=key, to=to, subject=subject, text=text, at=at, until=at + OF_USE, due_at=due_at)


def _may_write_to(address: str, *, at: datetime) -> bool:
    if mail.put_since(at - AN_HOUR, about="sign-up ") >= MOST_AN_HOUR:
        return False
    often = tries.Budget(
        f"sign-up mail|{as_stored(address)}", FREE_MAILS, longest=A_DAY, first=AN_HOUR, remembered=A_DAY
    )
    try:
        tries.take_try(often, at=at)
    except tries.TooManyTries:
        return False
    return True


def _link(application: Application, code: str) -> str:
    """In the language of the moment; it leads to the house's own address, never to what a request said."""
    key = application.tournament.public_id
    if code:
        path = reverse("tournaments:confirm_sign_up", args=[key, code, proof_of(application)])
    else:
        path = reverse("tournaments:sign_up", args=[key])
    return f"{settings.PUBLIC_ADDRESS}{path}"
