from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from django.db.models import Manager, Min, Q, QuerySet

from scoring.enums import ExtraTime
from scoring.models import Bell, RoundClock
from scoring.play.bell import StageRound, ring_bell
from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.enums import EncounterState, TimeUp
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Stage, Tournament
from tournaments.refusals import Refused

CLOCK_ACTOR = Actor(device="round clock")


def ring_by_clock(*, tournament: Tournament, at: datetime) -> int:
    """Ring for each stage part's earliest round in play if the clock has run out; return how many rang.

    Idempotent; skips refused bells. A bell taken back rings again only when added minutes have run out.
    """
    expired = _expired_clocks(RoundClock.objects.filter(tournament=tournament), at)
    return sum(
        _ring_round(timed_round, clock, ends, at=at)
        for clock, ends in expired
        for timed_round in _timed_rounds(clock, ends, at=at)
    )


def due_tournaments(*, at: datetime) -> Sequence[tuple[datetime, int]]:
    """Return (end, primary key) per tournament whose expired clock has encounters to stop, earliest first."""
    ends_by_tournament = {
        clock.tournament_id: ends for clock, ends in _expired_clocks(RoundClock.objects, at)
    }
    playing = _in_play_before(at).filter(
        stage__tournament__in=ends_by_tournament, stage__time_up=TimeUp.CLOCK
    )
    first = playing.values("stage__tournament").annotate(first=Min("started_at"))
    first_starts = first.order_by("stage__tournament").values_list("stage__tournament", "first")
    return sorted(
        (ends_by_tournament[pk], pk) for pk, started_at in first_starts if started_at < ends_by_tournament[pk]
    )


def _expired_clocks(
    clocks: QuerySet[RoundClock] | Manager[RoundClock], at: datetime
) -> list[tuple[RoundClock, datetime]]:
    running = clocks.filter(stopped_at=None, paused_at=None).order_by("pk")
    return [
        (clock, ends) for clock in running if (ends := end_of_round_time(clock)) is not None and ends <= at
    ]


def _in_play_before(ends: datetime) -> QuerySet[Encounter]:
    return Encounter.objects.not_annulled().filter(
        stopped_at=None, state=EncounterState.PLAYING, started_at__lt=ends
    )


def end_of_round_time(clock: RoundClock) -> datetime | None:
    """Return the end with extra minutes; None with extra hands."""
    if clock.extra == ExtraTime.HANDS and clock.extra_amount:
        return None
    return clock.extra_ends_at or clock.ends_at


def has_rung_since_start(clock: RoundClock, *, at: datetime) -> bool:
    bells = Bell.objects.in_force().filter(stage__tournament=clock.tournament_id)
    return bells.filter(_filter_rung_since_start(clock, at)).exists()


def _filter_rung_since_start(clock: RoundClock, at: datetime) -> Q:
    """Select bells since the start; future ones belong to another clock."""
    return Q(rung_at__gte=clock.started_at, rung_at__lte=at + CLOCK_TOLERANCE)


def _timed_rounds(clock: RoundClock, ends: datetime, *, at: datetime) -> Iterator[StageRound]:
    stages = Stage.objects.filter(tournament=clock.tournament_id, time_up=TimeUp.CLOCK)
    for stage in stages.select_related("tournament").order_by("position"):
        if not _was_rung(stage, clock, ends, at=at):
            playing = _in_play_before(ends).filter(stage=stage)
            first = playing.order_by("part").values("part").annotate(first=Min("round"))
            for row in first:
                yield StageRound(stage, row["part"], row["first"])


def _was_rung(stage: Stage, clock: RoundClock, ends: datetime, *, at: datetime) -> bool:
    since = Bell.objects.filter(_filter_rung_since_start(clock, at), stage=stage)
    return since.filter(Q(taken_back_at=None) | Q(rung_at__gte=ends)).exists()


def _ring_round(timed_round: StageRound, clock: RoundClock, ends: datetime, *, at: datetime) -> bool:
    key = f"clock {clock.pk} {ends.timestamp():.0f} {timed_round.stage.pk} {timed_round.part}"
    with suppress(Refused):
        return ring_bell(stage_round=timed_round, key=key, by=CLOCK_ACTOR, at=at).rung_at == at
    return False
