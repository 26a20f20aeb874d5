"""How fast a room plays, from the moments at which its hands came in. There is no clock here: `at` is given.

A phone that was offline sends several hands at once: what comes `TOGETHER` shares the time since the hand
before. When the whole room is silent, nobody is slow: such a rest counts for nobody but for the hand that
was played before it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from math import trunc
from statistics import median

from .time_estimate import MINUTES_A_HAND

USUAL = timedelta(minutes=MINUTES_A_HAND)
TOGETHER = timedelta(seconds=30)
SILENCE = timedelta(minutes=15)
"""How long nobody in a room has a hand to tell before it counts as a rest; half of it where `MANY` play."""
MANY = 4
ENOUGH = 6
"""Measured hands from which on a room has a pace of its own."""

Rest = tuple[datetime, datetime]


@dataclass(frozen=True)
class Pace:
    """How long a hand takes: the median of so many `measured`, the usual time while those are too few."""

    hand: timedelta
    measured: int

    @property
    def own(self) -> bool:
        return self.measured >= ENOUGH

    @property
    def minutes(self) -> float:
        return self.hand / timedelta(minutes=1)


def rests(arrivals: Iterable[datetime], *, tables: int, at: datetime) -> list[Rest]:
    """When a room of so many tables, of which these are all hands, played nothing.

    Each begins a usual hand late: that one was played to its end.
    """
    moments, silence = [*sorted(arrivals), at], SILENCE / 2 if tables >= MANY else SILENCE
    return [(before + USUAL, after) for before, after in pairwise(moments) if after - before > silence]


def hand_times(arrivals: Sequence[datetime], resting: Sequence[Rest]) -> list[timedelta]:
    """How long each hand of one encounter took, as far as that can be told; hands across a rest are left out.

    The first hand tells nothing: nobody knows when it was dealt.
    """
    found: list[timedelta] = []
    for begun, *sent in _sent_together(arrivals):
        together = len(sent)
        ended = sent[0]
        if not any(_overlap(begun, ended, rest) for rest in resting):
            found += [(ended - begun) / together] * together
    return found


def pace_of(times: Sequence[timedelta]) -> Pace:
    """The pace of whom these hands are."""
    measured = len(times)
    if measured < ENOUGH:
        return Pace(USUAL, measured)
    return Pace(timedelta(seconds=median(one.total_seconds() for one in times)), measured)


def ahead(arrivals: Sequence[datetime], pace: Pace, resting: Sequence[Rest], *, at: datetime) -> int:
    """How many hands an encounter is ahead of a pace since its first one; below 0 it is behind. No half ones.

    The hand on the table is no delay before it takes longer than the pace allows.
    """
    first = _begun(arrivals)
    if not first:
        return 0
    begun, played = first
    due = (at - begun - sum((_overlap(begun, at, rest) for rest in resting), timedelta())) / pace.hand
    return trunc(played - due)


def _begun(arrivals: Sequence[datetime]) -> tuple[datetime, int] | None:
    """From when on an encounter can be measured, and how many hands came since."""
    for played, (one, following) in enumerate(pairwise(arrivals), start=1):
        if following - one > TOGETHER:
            return one, len(arrivals) - played
    return (arrivals[-1], 0) if arrivals else None


def _sent_together(arrivals: Sequence[datetime]) -> list[list[datetime]]:
    """Each wait for news, from the hand before: when it began, then when the hands came that ended it."""
    waits: list[list[datetime]] = []
    for one, following in pairwise(arrivals):
        if following - one > TOGETHER:
            waits.append([one, following])
        elif waits:
            waits[-1].append(following)
    return waits


def _overlap(begun: datetime, ended: datetime, rest: Rest) -> timedelta:
    """How much of a time is rest."""
    return max(timedelta(), min(ended, rest[1]) - max(begun, rest[0]))
