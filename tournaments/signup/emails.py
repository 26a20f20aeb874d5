"""An email names only the applicant and the partner they named."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import ApplicationState, TournamentState
from tournaments.event_times import when
from tournaments.models import Application, Tournament
from tournaments.signup.domain.application_codes import format_code

Email = tuple[str, str]
"""Subject and text."""

_LIKE_A_LINK: Final = re.compile(r"[/:@\\]|\.(?=\w)")


def signed_up(application: Application, *, link: str, code: str, kept_until: datetime) -> Email:
    """Ask for confirmation in the text if only then the entry counts."""
    must_confirm = application.counts_once_confirmed
    state = _confirmation_text(application, kept_until) if must_confirm else _state_text(application)
    if must_confirm:
        wrong_recipient_text = _("If it wasn't you, do nothing: the entry then does not count.")
    else:
        wrong_recipient_text = _("If it wasn't you, cancel the entry with the link, or do nothing.")
    return _("Your entry: %(tournament)s") % {"tournament": application.tournament.name}, "\n\n".join(
        [
            _("Hello,"),
            _("someone, hopefully you, signed up with this e-mail:"),
            _entry_text(application),
            state,
            _(
                "This link opens the entry. There you can confirm that this e-mail is yours, check the "
                "entry, change it or cancel it:"
            ),
            link,
            _code(code),
            wrong_recipient_text,
        ]
    )


def state_changed(application: Application, *, link: str, code: str) -> Email:
    """Without a `code` the link leads to the page where it is typed."""
    parts = [_("Hello,"), _state_text(application), _entry_text(application)]
    if code:
        parts += [_("This link opens the entry:"), link, _code(code)]
    else:
        parts += [_("With your code you can check your entry, change it or cancel it."), link]
    text = "\n\n".join(parts)
    return _subject(application) % {"tournament": application.tournament.name}, text


def fee_reminder(application: Application, *, fee: str, link: str) -> Email:
    """`fee` is in the organizers' words."""
    values = {"tournament": application.tournament.name, "fee": fee}
    return _("Fee not paid yet: %(tournament)s") % values, "\n\n".join(
        [
            _("Hello,"),
            _("you are on the list. According to the organizers’ list, your fee is not paid yet:"),
            _("Fee: %(fee)s") % values,
            _entry_text(application),
            _("If you have paid, tell the organizers, and ignore this e-mail. This link opens the entry:"),
            link,
        ]
    )


def tournament_cancelled(tournament: Tournament) -> Email:
    values = _tournament_values(tournament) | {"reason": tournament.cancelled_because}
    return _("Cancelled: %(tournament)s") % values, _(
        "Hello,\n\nthe tournament you signed up for does not take place: %(tournament)s (%(club)s), "
        "%(days)s.\n\nThe organizers write: %(reason)s"
    ) % values


def tournament_resumed(tournament: Tournament) -> Email:
    values = _tournament_values(tournament)
    return _("It takes place after all: %(tournament)s") % values, _(
        "Hello,\n\nthe tournament you signed up for takes place after all: %(tournament)s (%(club)s), "
        "%(days)s.\n\nYour entry is unchanged."
    ) % values


def tournament_removed(tournament: Tournament) -> Email:
    values = _tournament_values(tournament)
    return _("Removed: %(tournament)s") % values, _(
        "Hello,\n\nthe organizers have removed the tournament you signed up for: %(tournament)s "
        "(%(club)s), %(days)s.\n\nThe data of your entry is deleted, including this e-mail address."
    ) % values


def _subject(application: Application) -> str:
    state = application.pair_application.state
    if state == ApplicationState.LET_IN:
        return _("You play: %(tournament)s")
    if state == ApplicationState.REFUSED or _is_drawn(application):
        return _("You are not on the list: %(tournament)s")
    if state == ApplicationState.WAITING:
        return _("On the waiting list: %(tournament)s")
    return _("Your entry: %(tournament)s")


def _confirmation_text(application: Application, kept_until: datetime) -> str:
    """Ask to confirm the address until `kept_until`, in the club's time zone; seekers have no deadline."""
    if application.state == ApplicationState.SEEKING:
        return _(
            "You are looking for a partner. Others who are looking see you once you confirm this e-mail."
        )
    zone = ZoneInfo(application.tournament.club.time_zone)
    until = date_format(kept_until.astimezone(zone), "j F Y, H:i")
    return _(
        "Your entry counts once you confirm this e-mail. Your place in the queue is kept until %(until)s; "
        "if you confirm later, you are accepted if there is still room."
    ) % {"until": until}


def _state_text(application: Application) -> str:
    """Describe the state, or a draw without the entry."""
    whole = application.pair_application
    if whole.state == ApplicationState.LET_IN:
        return _("You are on the list: you play.")
    if whole.state == ApplicationState.REFUSED:
        return _(
            "The organizers rejected this entry, or removed it from the list. Ask them if you think that "
            "is wrong."
        )
    if _is_drawn(application):
        return " ".join(
            [
                _("The draw is made, and you are not on the list."),
                _("Ask the organizers whether someone is missing."),
            ]
        )
    if whole.state == ApplicationState.ASKED:
        return _("The organizers will check your entry. You get an e-mail with their decision.")
    if whole.state == ApplicationState.SEEKING:
        return _(
            "You are looking for a partner. Open the entry to find one, or let the organizers find one for "
            "you."
        )
    return _waiting_text(whole)


def _is_drawn(application: Application) -> bool:
    return application.tournament.state != TournamentState.OPEN


def _waiting_text(whole: Application) -> str:
    """Query and word how many entries are earlier on the waiting list."""
    entries_before = whole.tournament.applications.waiting_before(whole).count()
    if not entries_before:
        return _(
            "You are next on the waiting list. When a place becomes free, you move up automatically and "
            "get an e-mail."
        )
    return ngettext(
        "You are on the waiting list; %(before)s entry is before yours. When a place becomes free, you "
        "move up automatically and get an e-mail.",
        "You are on the waiting list; %(before)s entries are before yours. When a place becomes free, you "
        "move up automatically and get an e-mail.",
        entries_before,
    ) % {"before": entries_before}


def _entry_text(application: Application) -> str:
    values = _tournament_values(application.tournament)
    lines = [_("Tournament: %(tournament)s (%(club)s)") % values, _("Days: %(days)s") % values]
    if application.tournament.venue:
        lines.append(_("Place: %(venue)s") % {"venue": application.tournament.venue})
    names = " – ".join(_LIKE_A_LINK.sub(_break_link, name) for name in application.typed_names)
    lines.append(_("Players: %(names)s") % {"names": names})
    return "\n".join(lines)


def _tournament_values(tournament: Tournament) -> dict[str, str]:
    return {"tournament": tournament.name, "club": tournament.club.name, "days": when(tournament)}


def _code(code: str) -> str:
    return _(
        "On another phone the code works the same way: %(code)s. Keep both to yourself: anyone who has one "
        "can change your entry, too."
    ) % {"code": format_code(code)}


def _break_link(match: re.Match[str]) -> str:
    """Email programs make no link of a name."""
    return ". " if match[0] == "." else " "
