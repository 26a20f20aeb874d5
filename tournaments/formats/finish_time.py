"""When what is open will be over: each encounter begins once its table, people and sides are there."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from .time_estimate import NONE, Range, hands_of_match


@dataclass(frozen=True)
class ToPlay:
    """An open encounter with the hands that are `left` of it, fewest and most.

    While it is played it `holds` its table and its entrants; it begins when all of `after` are over. `hand`
    is how long a hand of those takes who sit there already, `spent` what the one on the table took so far.
    """

    key: int
    left: Range
    holds: frozenset[Hashable] = frozenset()
    after: frozenset[int] = frozenset()
    hand: timedelta | None = None
    spent: timedelta = timedelta()


@dataclass(frozen=True)
class Span:
    """How long something takes if each encounter is won in the fewest matches, or goes all the way."""

    fewest: timedelta
    most: timedelta

    @property
    def likely(self) -> timedelta:
        """What lies in the middle."""
        return (self.fewest + self.most) / 2

    def __add__(self, other: Span) -> Span:
        return Span(self.fewest + other.fewest, self.most + other.most)


def hands_left(
    *,
    best_of: int,
    hands: int | None,
    wins: Sequence[int],
    played: int,
    as_a_rule: Range | None = None,
) -> Range:
    """Hands left of an encounter in whose present match so many were played; of an extra hand, that one.

    Its matches are as `hands_of_match` says.
    """
    matches = Range(best_of // 2 + 1 - max(wins, default=0), best_of - sum(wins))
    if matches.fewest < 1:
        return NONE
    each = hands_of_match(hands, as_a_rule)
    present = Range(max(1, each.fewest - played), max(1, each.most - played))
    return present + Range(matches.fewest - 1, matches.most - 1).times(each)


def hands_last(left: Range, hand: timedelta) -> Span:
    """How long so many hands take one after another."""
    return Span(left.fewest * hand, left.most * hand)


def ends(to_play: Sequence[ToPlay], hand: timedelta) -> dict[int, Span]:
    """How long from now until each of these is over, by key.

    They are given in the order in which they will be played: none before those that it comes `after`.
    """
    takes = {one.key: _takes(one, hand) for one in to_play}
    early = _run(to_play, {key: span.fewest for key, span in takes.items()})
    late = _run(to_play, {key: span.most for key, span in takes.items()})
    return {key: Span(early[key], late[key]) for key in early}


def _takes(one: ToPlay, hand: timedelta) -> Span:
    own = one.hand or hand
    begun = min(one.spent, own)
    whole = hands_last(one.left, own)
    return Span(max(timedelta(), whole.fewest - begun), max(timedelta(), whole.most - begun))


def _run(to_play: Sequence[ToPlay], takes: dict[int, timedelta]) -> dict[int, timedelta]:
    """When each is over if it takes so long."""
    free: dict[Hashable, timedelta] = {}
    over: dict[int, timedelta] = {}
    for one in to_play:
        awaited = [free.get(held, timedelta()) for held in one.holds]
        awaited += [over.get(key, timedelta()) for key in one.after]
        over[one.key] = max(awaited, default=timedelta()) + takes[one.key]
        free.update(dict.fromkeys(one.holds, over[one.key]))
    return over
