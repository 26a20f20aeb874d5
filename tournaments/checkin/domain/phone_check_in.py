from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.checkin.domain import presence, room_code
from tournaments.database.row_locks import lock_rows
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.enums import TournamentState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import CheckIn, Entrant, Tournament
from tournaments.models.table import new_token
from tournaments.refusals import Refused, refuse_concurrent_change

WINDOW_LEAD_TIME: Final = timedelta(hours=2)
"""Usual start of the window before the event begins."""
PHONE_ACTOR: Final = Actor(device="check-in")
"""Actor of log rows about self check-in, which needs no account."""


class CheckInClosed(Refused):
    code = "check_in_closed"
    template = _("Check-in by phone is closed. Tell the desk that you are here.")


class WindowState(Enum):
    OFF = "off"
    EARLY = "early"
    OPEN = "open"
    OVER = "over"
    DRAWN = "drawn"


@dataclass(frozen=True)
class CheckInWindow:
    is_open: bool
    opens_at: datetime
    closes_at: datetime | None = None
    changing: bool = True


def check_in_of(tournament: Tournament) -> CheckIn | None:
    return CheckIn.objects.filter(tournament=tournament).first()


def window_state(tournament: Tournament, check_in: CheckIn | None, *, at: datetime) -> WindowState:
    """Return where `at` is in the window: DRAWN once entries are closed, OFF also if cancelled."""
    if tournament.state != TournamentState.OPEN:
        return WindowState.DRAWN
    if check_in is None or not check_in.is_open or tournament.cancelled:
        return WindowState.OFF
    if at < check_in.opens_at:
        return WindowState.EARLY
    return (
        WindowState.OVER if check_in.closes_at is not None and at >= check_in.closes_at else WindowState.OPEN
    )


@transaction.atomic
def set_window(
    *,
    tournament: Tournament,
    window: CheckInWindow,
    seen: CheckInWindow | None = None,
    by: Actor,
    at: datetime,
) -> None:
    """Store and log a change; another kind of code (`changing`) gets a new secret.

    Raises EntriesClosed, ChangedMeanwhile.
    """
    locked = _lock_open_tournament(tournament)
    existing = check_in_of(locked)
    before = _window_of(existing) if existing else None
    if window == before:
        return
    if before is not None:
        refuse_concurrent_change(seen, before)
    columns = asdict(window)
    if before is None or before.changing != window.changing:
        columns["secret"] = room_code.new_secret()
    CheckIn.objects.update_or_create(tournament=locked, defaults=columns)
    zone = ZoneInfo(locked.club.time_zone)
    summary = _log_details(before, zone) if before else None
    log_and_publish(
        "phone_check_in_changed",
        by=by,
        at=at,
        tournament=locked,
        before=summary,
        after=_log_details(window, zone),
    )


@transaction.atomic
def renew_code(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Raises EntriesClosed, CheckInClosed."""
    locked = _lock_open_tournament(tournament)
    _update_check_in(locked, secret=room_code.new_secret())
    log_and_publish("room_code_renewed", by=by, at=at, tournament=locked)


@transaction.atomic
def renew_screen_link(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """The old link opens nothing any more; the room's code stays. Raises EntriesClosed, CheckInClosed."""
    locked = _lock_open_tournament(tournament)
    _update_check_in(locked, screen_code=new_token())
    log_and_publish("room_screen_link_renewed", by=by, at=at, tournament=locked)


@transaction.atomic
def check_in_entrant(*, entrant: Entrant, at: datetime) -> bool:
    """Return False if already checked in. Raises CheckInClosed, EntriesClosed."""
    _require_open(entrant, at=at)
    return presence.set_present(entrant=entrant, present=True, by=PHONE_ACTOR, at=at, by_phone=True)


@transaction.atomic
def undo_check_in(*, entrant: Entrant, marked_at: datetime, at: datetime) -> bool:
    """Return False if the mark of `marked_at` is gone. Raises CheckInClosed, EntriesClosed."""
    _require_open(entrant, at=at)
    if not Entrant.objects.filter(pk=entrant.pk, checked_in_at=marked_at, checked_in_by_phone=True).exists():
        return False
    return presence.set_present(entrant=entrant, present=False, by=PHONE_ACTOR, at=at)


def _require_open(entrant: Entrant, *, at: datetime) -> None:
    locked = _lock_open_tournament(entrant.tournament)
    if window_state(locked, check_in_of(locked), at=at) != WindowState.OPEN:
        raise CheckInClosed


def _update_check_in(tournament: Tournament, **columns: str) -> None:
    if not CheckIn.objects.filter(tournament=tournament).update(**columns):
        raise CheckInClosed


def _lock_open_tournament(tournament: Tournament) -> Tournament:
    locked = lock_rows(Tournament.objects).select_related("club").get(pk=tournament.pk)
    if locked.state != TournamentState.OPEN:
        raise EntriesClosed
    return locked


def _window_of(check_in: CheckIn) -> CheckInWindow:
    return CheckInWindow(check_in.is_open, check_in.opens_at, check_in.closes_at, check_in.changing)


def _log_details(window: CheckInWindow, zone: ZoneInfo) -> dict[str, object]:
    closes = window.closes_at
    return {
        "by_phone": window.is_open,
        "opens_at": f"{window.opens_at.astimezone(zone):%Y-%m-%d %H:%M}",
        "closes_at": f"{closes.astimezone(zone):%Y-%m-%d %H:%M}" if closes else None,
        "code_changes": window.changing,
    }
