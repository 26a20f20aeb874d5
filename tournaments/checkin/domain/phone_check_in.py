"""Checking in by one's own phone, while the organizers let people do so."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.checkin.domain import presence, room_code
from tournaments.database.row_locks import hold
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.enums import TournamentState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import CheckIn, Entrant, Tournament
from tournaments.refusals import Refused

BEFORE_THE_START: Final = timedelta(hours=2)
"""So long before an evening begins people are let check in, unless the organizers say otherwise."""
BY_HIMSELF: Final = Actor(device="check-in")
"""Who checks in has no account: the log says that it was done on the page for it."""


class CheckInClosed(Refused):
    code = "check_in_closed"
    template = _("Check-in by phone is closed. Tell the desk that you are here.")


class When(Enum):
    """Whether people can check in by phone, and if not, why."""

    OFF = "off"
    EARLY = "early"
    OPEN = "open"
    OVER = "over"
    DRAWN = "drawn"


@dataclass(frozen=True)
class Window:
    """What an organizer sets; as in `CheckIn`."""

    is_open: bool
    opens_at: datetime
    closes_at: datetime | None = None
    changing: bool = True


def check_in_of(tournament: Tournament) -> CheckIn | None:
    """What was set for a tournament, if anything was."""
    return CheckIn.objects.filter(tournament=tournament).first()


def when(tournament: Tournament, check_in: CheckIn | None, *, at: datetime) -> When:
    """Where the window stands: once the draw is made, or of a cancelled tournament, nobody checks in."""
    if tournament.state != TournamentState.OPEN:
        return When.DRAWN
    if check_in is None or not check_in.is_open or tournament.cancelled:
        return When.OFF
    if at < check_in.opens_at:
        return When.EARLY
    return When.OVER if check_in.closes_at is not None and at >= check_in.closes_at else When.OPEN


@transaction.atomic
def set_window(*, tournament: Tournament, window: Window, by: Actor, at: datetime) -> None:
    """Store from when to when people check in by phone, and by which kind of code.

    A code of another kind is another code. Raises EntriesClosed.
    """
    held = _hold(tournament)
    present = check_in_of(held)
    before = _window_of(present) if present else None
    if window == before:
        return
    columns = asdict(window)
    if before is None or before.changing != window.changing:
        columns["secret"] = room_code.new_secret()
    CheckIn.objects.update_or_create(tournament=held, defaults=columns)
    zone = ZoneInfo(held.club.time_zone)
    told = _told(before, zone) if before else None
    audit_log.write("check_in_set", by=by, at=at, tournament=held, before=told, after=_told(window, zone))


@transaction.atomic
def renew_code(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Let another code count from now on: what was printed or sent on opens nothing any more.

    Raises EntriesClosed, CheckInClosed where nothing was set.
    """
    held = _hold(tournament)
    if not CheckIn.objects.filter(tournament=held).update(secret=room_code.new_secret()):
        raise CheckInClosed
    audit_log.write("room_code_renewed", by=by, at=at, tournament=held)


@transaction.atomic
def say_here(*, entrant: Entrant, at: datetime) -> bool:
    """Check an entrant in by phone, both players of a pair; False if they were marked already.

    Raises CheckInClosed outside of the window, EntriesClosed.
    """
    _require_open(entrant, at=at)
    return presence.mark(entrant=entrant, here=True, by=BY_HIMSELF, at=at, by_phone=True)


@transaction.atomic
def take_back(*, entrant: Entrant, marked_at: datetime, at: datetime) -> bool:
    """Undo the check-in that a phone made at a moment. False if the mark is another one, or gone.

    Raises CheckInClosed outside of the window, EntriesClosed.
    """
    _require_open(entrant, at=at)
    if not Entrant.objects.filter(pk=entrant.pk, here_at=marked_at, here_by_phone=True).exists():
        return False
    return presence.mark(entrant=entrant, here=False, by=BY_HIMSELF, at=at)


def _require_open(entrant: Entrant, *, at: datetime) -> None:
    held = _hold(entrant.tournament)
    if when(held, check_in_of(held), at=at) != When.OPEN:
        raise CheckInClosed


def _hold(tournament: Tournament) -> Tournament:
    held = hold(Tournament.objects).select_related("club").get(pk=tournament.pk)
    if held.state != TournamentState.OPEN:
        raise EntriesClosed
    return held


def _window_of(check_in: CheckIn) -> Window:
    return Window(check_in.is_open, check_in.opens_at, check_in.closes_at, check_in.changing)


def _told(window: Window, zone: ZoneInfo) -> dict[str, object]:
    closes = window.closes_at
    return {
        "by_phone": window.is_open,
        "opens_at": f"{window.opens_at.astimezone(zone):%Y-%m-%d %H:%M}",
        "closes_at": f"{closes.astimezone(zone):%Y-%m-%d %H:%M}" if closes else None,
        "code_changes": window.changing,
    }
