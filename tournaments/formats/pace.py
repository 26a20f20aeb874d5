"""Playing speed, from the arrival times of hands.

Hands within `SENT_TOGETHER_WITHIN` (from an offline phone) share the time since the previous hand. Rests,
when no table plays, don't count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from math import trunc
from statistics import median

from .time_estimate import MINUTES_A_HAND

USUAL_HAND_TIME = timedelta(minutes=MINUTES_A_HAND)
SENT_TOGETHER_WITHIN = timedelta(seconds=30)
REST_AFTER = timedelta(minutes=15)
"""The time without any hand that counts as a rest; half of it from `MANY_TABLES` tables on."""
MANY_TABLES = 4
ENOUGH_HANDS = 6
"""The number of measured hands from which on a group of tables has a pace of its own."""

Rest = tuple[datetime, datetime]


@dataclass(frozen=True)
class Pace:
    """Median of `measured_hands` hands; the usual time while too few."""

    hand: timedelta
    measured_hands: int

    @property
    def has_enough_hands(self) -> bool:
        return self.measured_hands >= ENOUGH_HANDS

    @property
    def minutes(self) -> float:
        return self.hand / timedelta(minutes=1)


def find_rests(arrivals: Iterable[datetime], *, tables: int, at: datetime) -> list[Rest]:
    """Without any hand, less a usual hand at their start."""
    moments, silence = [*sorted(arrivals), at], REST_AFTER / 2 if tables >= MANY_TABLES else REST_AFTER
    return [
        (before + USUAL_HAND_TIME, after) for before, after in pairwise(moments) if after - before > silence
    ]


def hand_times(arrivals: Sequence[datetime], resting: Sequence[Rest]) -> list[timedelta]:
    """Omit an encounter's first hand and those across a rest."""
    times: list[timedelta] = []
    for begun, *sent in _group_arrivals(arrivals):
        together = len(sent)
        ended = sent[0]
        if not any(_overlap(begun, ended, rest) for rest in resting):
            times += [(ended - begun) / together] * together
    return times


def compute_pace(times: Sequence[timedelta]) -> Pace:
    measured = len(times)
    if measured < ENOUGH_HANDS:
        return Pace(USUAL_HAND_TIME, measured)
    return Pace(timedelta(seconds=median(duration.total_seconds() for duration in times)), measured)


def hands_ahead(arrivals: Sequence[datetime], pace: Pace, resting: Sequence[Rest], *, at: datetime) -> int:
    """Whole hands; negative when behind."""
    first = _measuring_start(arrivals)
    if not first:
        return 0
    begun, played = first
    due = (at - begun - sum((_overlap(begun, at, rest) for rest in resting), timedelta())) / pace.hand
    return trunc(played - due)


def _measuring_start(arrivals: Sequence[datetime]) -> tuple[datetime, int] | None:
    for played, (arrival, following) in enumerate(pairwise(arrivals), start=1):
        if following - arrival > SENT_TOGETHER_WITHIN:
            return arrival, len(arrivals) - played
    return (arrivals[-1], 0) if arrivals else None


def _group_arrivals(arrivals: Sequence[datetime]) -> list[list[datetime]]:
    waits: list[list[datetime]] = []
    for arrival, following in pairwise(arrivals):
        if following - arrival > SENT_TOGETHER_WITHIN:
            waits.append([arrival, following])
        elif waits:
            waits[-1].append(following)
    return waits


def _overlap(begun: datetime, ended: datetime, rest: Rest) -> timedelta:
    return max(timedelta(), min(ended, rest[1]) - max(begun, rest[0]))
