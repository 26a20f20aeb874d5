from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.enums import ExtraTime
from scoring.models import RoundClock
from tournaments.database.row_locks import lock_rows
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused

MAX_ROUND_MINUTES = 600
MAX_EXTRA_MINUTES = 120
MAX_EXTRA_HANDS = 11
MAX_ADDED_MINUTES = 180
MAX_TITLE_LENGTH = 60
SECONDS_PER_MINUTE = 60
FORGOTTEN_AFTER = timedelta(hours=6)
"""After its end; the longest extra time is over by then."""


class RoundLengthOutOfRange(Refused):
    code = "round_length_out_of_range"
    template = _("A round lasts 1 to %(most)s minutes.")


class ExtraOutOfRange(Refused):
    code = "extra_time_out_of_range"
    template = _("Extra time is 1 to %(minutes)s minutes, or at most %(hands)s hands.")


class AddedOutOfRange(Refused):
    code = "added_minutes_out_of_range"
    template = _("You can add or remove up to %(most)s minutes at once; at least one must remain.")


class ClockRuns(Refused):
    code = "clock_runs"
    template = _("A round clock is already running. Stop it before you start another.")


class NoClockRuns(Refused):
    code = "no_clock_runs"
    template = _("The round clock is no longer running: someone stopped it.")


class AnotherClockRuns(Refused):
    code = "another_clock_runs"
    template = _("Someone has started another round clock. Check it first.")


@dataclass(frozen=True)
class ClockPlan:
    """Minutes; `warnings` before the end."""

    title: str = ""
    minutes: int = 50
    warnings: Sequence[int] = (10, 5, 1)
    extra: ExtraTime = ExtraTime.COUNTS
    extra_amount: int = 0


def current_clock(tournament: Tournament) -> RoundClock | None:
    return RoundClock.objects.filter(tournament=tournament, stopped_at=None).order_by("pk").first()


def visible_clock(tournament: Tournament, *, at: datetime) -> RoundClock | None:
    """Return None once the tournament is over, or if the clock was forgotten.

    It isn't stopped, so a reopened tournament has it again.
    """
    clock = None if tournament.is_over else current_clock(tournament)
    return None if clock is None or _is_forgotten(clock, at=at) else clock


def _is_forgotten(clock: RoundClock, *, at: datetime) -> bool:
    return clock.paused_at is None and at - clock.ends_at > FORGOTTEN_AFTER


@transaction.atomic
def start_clock(*, tournament: Tournament, plan: ClockPlan, by: Actor, at: datetime) -> RoundClock:
    """Start the tournament's clock; drop warnings beyond its length, shorten the title.

    A forgotten clock is stopped. Raises RoundLengthOutOfRange, ExtraOutOfRange, ClockRuns (also while
    paused).
    """
    if not 1 <= plan.minutes <= MAX_ROUND_MINUTES:
        raise RoundLengthOutOfRange(most=MAX_ROUND_MINUTES)
    _check_extra(plan)
    running = _lock_clock(tournament)
    if running is not None and not _is_forgotten(running, at=at):
        raise ClockRuns
    if running is not None:
        stop_clock(tournament=tournament, by=by, at=at)
    clock = RoundClock.objects.create(
        tournament=tournament,
        title=one_line(plan.title)[:MAX_TITLE_LENGTH],
        length=plan.minutes * SECONDS_PER_MINUTE,
        warnings=sorted({warning for warning in plan.warnings if 0 < warning < plan.minutes}, reverse=True),
        extra=plan.extra,
        extra_amount=plan.extra_amount if plan.extra != ExtraTime.COUNTS else 0,
        started_at=at,
    )
    after = {
        "title": clock.title,
        "minutes": plan.minutes,
        "extra": clock.extra,
        "amount": clock.extra_amount,
    }
    _log_clock("clock_started", clock, by=by, at=at, after=after)
    return clock


@transaction.atomic
def pause_clock(*, tournament: Tournament, by: Actor, at: datetime, key: str | None = None) -> RoundClock:
    """Idempotent; `key` is of the clock the caller saw. Raises NoClockRuns, AnotherClockRuns."""
    clock = _require_clock(tournament, key)
    if clock.paused_at is None:
        clock.paused_at = max(at, clock.started_at)
        clock.save(update_fields=["paused_at"])
        _log_clock("clock_paused", clock, by=by, at=at, after={"left": clock.seconds_left(at)})
    return clock


@transaction.atomic
def resume_clock(*, tournament: Tournament, by: Actor, at: datetime, key: str | None = None) -> RoundClock:
    """Resume; a running clock is returned unchanged. `key` is of the clock the caller saw.

    `by` needs no role. Raises NoClockRuns, AnotherClockRuns.
    """
    clock = _require_clock(tournament, key)
    if clock.paused_at is not None:
        left = clock.seconds_left(at)
        clock.paused_seconds += max(0, round((at - clock.paused_at).total_seconds()))
        clock.paused_at = None
        clock.save(update_fields=["paused_at", "paused_seconds"])
        _log_clock("clock_resumed", clock, by=by, at=at, after={"left": left})
    return clock


@transaction.atomic
def add_time(
    *, tournament: Tournament, minutes: int, by: Actor, at: datetime, key: str | None = None
) -> RoundClock:
    """Add minutes, or remove negative ones; `key` is of the clock the caller saw; `by` needs no role.

    Raises AddedOutOfRange (also for zero, or if under a minute would remain), NoClockRuns, AnotherClockRuns.
    """
    clock = _require_clock(tournament, key)
    added = clock.added + minutes * SECONDS_PER_MINUTE
    if not minutes or abs(minutes) > MAX_ADDED_MINUTES or clock.length + added < SECONDS_PER_MINUTE:
        raise AddedOutOfRange(most=MAX_ADDED_MINUTES)
    clock.added = added
    clock.save(update_fields=["added"])
    _log_clock(
        "clock_time_added", clock, by=by, at=at, after={"minutes": minutes, "left": clock.seconds_left(at)}
    )
    return clock


@transaction.atomic
def stop_clock(*, tournament: Tournament, by: Actor, at: datetime, key: str | None = None) -> RoundClock:
    """Raises NoClockRuns, AnotherClockRuns."""
    clock = _require_clock(tournament, key)
    clock.stopped_at = at
    clock.save(update_fields=["stopped_at"])
    _log_clock("clock_stopped", clock, by=by, at=at, after={"left": clock.seconds_left(at)})
    return clock


def _check_extra(plan: ClockPlan) -> None:
    """Raise ExtraOutOfRange. Zero extra hands: the hand in play is the last."""
    allowed = {
        ExtraTime.COUNTS: range(MAX_EXTRA_MINUTES + 1),
        ExtraTime.MINUTES: range(1, MAX_EXTRA_MINUTES + 1),
        ExtraTime.HANDS: range(MAX_EXTRA_HANDS + 1),
    }
    if plan.extra_amount not in allowed[plan.extra]:
        raise ExtraOutOfRange(minutes=MAX_EXTRA_MINUTES, hands=MAX_EXTRA_HANDS)


def _lock_clock(tournament: Tournament) -> RoundClock | None:
    """Lock the tournament until commit."""
    lock_rows(Tournament.objects).get(pk=tournament.pk)
    return current_clock(tournament)


def _require_clock(tournament: Tournament, key: str | None) -> RoundClock:
    clock = _lock_clock(tournament)
    if clock is None:
        raise NoClockRuns
    if key not in (None, clock.key):
        raise AnotherClockRuns
    return clock


def _log_clock(action: str, clock: RoundClock, *, by: Actor, at: datetime, after: dict[str, Any]) -> None:
    log_and_publish(action, by=by, at=at, tournament=clock.tournament, after=after)
