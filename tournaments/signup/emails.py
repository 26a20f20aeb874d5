"""An email names only the applicant and the partner they named."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import ApplicationState
from tournaments.models import Application, Tournament
from tournaments.signup.domain.application_codes import spaced

Email = tuple[str, str]
"""Subject and text."""

_DAY: Final = "j F Y"
_LIKE_A_LINK: Final = re.compile(r"[/:@\\]|\.(?=\w)")


def signed_up(application: Application, *, link: str, code: str, kept_until: datetime) -> Email:
    must_confirm = application.counts_once_confirmed
    state = _confirmation_text(application, kept_until) if must_confirm else _state_text(application)
    if must_confirm:
        if_not = _("If it wasn't you, do nothing: then the entry does not count.")
    else:
        if_not = _("If it wasn't you, cancel the entry by the link, or do nothing.")
    return _("Your entry: %(tournament)s") % {"tournament": application.tournament.name}, "\n\n".join(
        [
            _("Hello,"),
            _("somebody, you I hope, signed up with this e-mail:"),
            _entry_text(application),
            state,
            _(
                "This link opens the entry. There you confirm that this e-mail is yours, see where the entry "
                "stands, change it or cancel it:"
            ),
            link,
            _code(code),
            if_not,
        ]
    )


def state_changed(application: Application, *, link: str, code: str) -> Email:
    """Without a `code` the link leads to the page where it is typed."""
    parts = [_("Hello,"), _state_text(application), _entry_text(application)]
    if code:
        parts += [_("This link opens the entry:"), link, _code(code)]
    else:
        parts += [_("With your code you see where your entry stands, change it or cancel it."), link]
    text = "\n\n".join(parts)
    return _subject(application.whole.state) % {"tournament": application.tournament.name}, text


def tournament_cancelled(tournament: Tournament) -> Email:
    values = _tournament_values(tournament) | {"reason": tournament.cancelled_because}
    return _("Cancelled: %(tournament)s") % values, _(
        "Hello,\n\n"
        "the tournament for which you signed up does not take place: %(tournament)s (%(club)s), %(days)s.\n\n"
        "The organizers write: %(reason)s"
    ) % values


def tournament_resumed(tournament: Tournament) -> Email:
    values = _tournament_values(tournament)
    return _("It takes place after all: %(tournament)s") % values, _(
        "Hello,\n\n"
        "the tournament for which you signed up takes place after all: %(tournament)s (%(club)s), "
        "%(days)s.\n\n"
        "Your entry stands as it stood."
    ) % values


def tournament_removed(tournament: Tournament) -> Email:
    values = _tournament_values(tournament)
    return _("Removed: %(tournament)s") % values, _(
        "Hello,\n\n"
        "the tournament for which you signed up was removed by its organizers: %(tournament)s (%(club)s), "
        "%(days)s.\n\n"
        "What you had typed is deleted, this e-mail as well."
    ) % values


def _subject(state: str) -> str:
    if state == ApplicationState.LET_IN:
        return _("You play: %(tournament)s")
    if state == ApplicationState.WAITING:
        return _("On the waiting list: %(tournament)s")
    if state == ApplicationState.REFUSED:
        return _("You are not on the list: %(tournament)s")
    return _("Your entry: %(tournament)s")


def _confirmation_text(application: Application, kept_until: datetime) -> str:
    if application.state == ApplicationState.SEEKING:
        return _("You look for a partner. Others who look see you once you have confirmed this e-mail.")
    zone = ZoneInfo(application.tournament.club.time_zone)
    until = date_format(kept_until.astimezone(zone), "j F Y, H:i")
    return _(
        "Your entry counts once you confirm this e-mail. Your turn is kept until %(until)s; if you confirm "
        "later, you are let in if there is still room."
    ) % {"until": until}


def _state_text(application: Application) -> str:
    whole = application.whole
    if whole.state == ApplicationState.LET_IN:
        return _("You are on the list: you play.")
    if whole.state == ApplicationState.REFUSED:
        return _(
            "The organizers did not take this entry, or took it off the list. "
            "Ask them if you think that is wrong."
        )
    if whole.state == ApplicationState.ASKED:
        return _("The organizers will look at your entry. You get a mail when they have decided.")
    if whole.state == ApplicationState.SEEKING:
        return _(
            "You look for a partner. Open the entry to find one, or let the organizers join you with one."
        )
    return _waiting_text(whole)


def _waiting_text(whole: Application) -> str:
    before = whole.tournament.applications.before(whole)
    if not before:
        return _(
            "You are on the waiting list, and the next. When a place becomes free you move up by yourself, "
            "and get a mail."
        )
    return ngettext(
        "You are on the waiting list; %(before)s entry is before yours. When a place becomes free you "
        "move up by yourself, and get a mail.",
        "You are on the waiting list; %(before)s entries are before yours. When a place becomes free you "
        "move up by yourself, and get a mail.",
        before,
    ) % {"before": before}


def _entry_text(application: Application) -> str:
    about = _tournament_values(application.tournament)
    lines = [_("Tournament: %(tournament)s (%(club)s)") % about, _("Days: %(days)s") % about]
    if application.tournament.venue:
        lines.append(_("Place: %(venue)s") % {"venue": application.tournament.venue})
    names = " – ".join(_LIKE_A_LINK.sub(_break_link, name) for name in application.typed_names)
    lines.append(_("Players: %(names)s") % {"names": names})
    return "\n".join(lines)


def _tournament_values(tournament: Tournament) -> dict[str, str]:
    first, last = (date_format(day, _DAY) for day in (tournament.first_day, tournament.last_day))
    days = first if first == last else f"{first} – {last}"
    return {"tournament": tournament.name, "club": tournament.club.name, "days": days}


def _code(code: str) -> str:
    return _(
        "On another phone the code does the same: %(code)s. Keep both to yourself: whoever has one can do "
        "so, too."
    ) % {"code": spaced(code)}


def _break_link(sign: re.Match[str]) -> str:
    """No email program makes a link of a name."""
    return ". " if sign[0] == "." else " "
