from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from .time_estimate import NONE, Range, hands_of_match


@dataclass(frozen=True)
class OpenEncounter:
    """It occupies `holds` (table, entrants) and begins when all of `after` are over.

    `hand` is these entrants' time for a hand, `spent` the time since the current hand began.
    """

    key: int
    left: Range
    holds: frozenset[Hashable] = frozenset()
    after: frozenset[int] = frozenset()
    hand: timedelta | None = None
    spent: timedelta = timedelta()


@dataclass(frozen=True)
class Span:
    """Duration if every encounter is won in the fewest matches, or played in full."""

    fewest: timedelta
    most: timedelta

    @property
    def likely(self) -> timedelta:
        return (self.fewest + self.most) / 2

    def __add__(self, other: Span) -> Span:
        return Span(self.fewest + other.fewest, self.most + other.most)


def hands_left(
    *,
    best_of: int,
    hands: int | None,
    wins: Sequence[int],
    hands_played: int,
    usual_hands: Range | None = None,
) -> Range:
    """Return the hands left with `hands_played` hands in the current match; at least one."""
    matches = Range(best_of // 2 + 1 - max(wins, default=0), best_of - sum(wins))
    if matches.fewest < 1:
        return NONE
    match_hands = hands_of_match(hands, usual_hands)
    current_match = Range(max(1, match_hands.fewest - hands_played), max(1, match_hands.most - hands_played))
    return current_match + Range(matches.fewest - 1, matches.most - 1).times(match_hands)


def duration_of_hands(hands: Range, hand: timedelta) -> Span:
    return Span(hands.fewest * hand, hands.most * hand)


def expected_ends(to_play: Sequence[OpenEncounter], hand: timedelta) -> dict[int, Span]:
    """Return the time from now until each encounter, in playing order, is over.

    Each begins once its table, entrants and sources are free.
    """
    durations = {encounter.key: _takes(encounter, hand) for encounter in to_play}
    early = _run(to_play, {key: span.fewest for key, span in durations.items()})
    late = _run(to_play, {key: span.most for key, span in durations.items()})
    return {key: Span(early[key], late[key]) for key in early}


def _takes(encounter: OpenEncounter, hand: timedelta) -> Span:
    own_hand = encounter.hand or hand
    begun = min(encounter.spent, own_hand)
    whole = duration_of_hands(encounter.left, own_hand)
    return Span(max(timedelta(), whole.fewest - begun), max(timedelta(), whole.most - begun))


def _run(to_play: Sequence[OpenEncounter], durations: dict[int, timedelta]) -> dict[int, timedelta]:
    free_at: dict[Hashable, timedelta] = {}
    ends: dict[int, timedelta] = {}
    for encounter in to_play:
        awaited = [free_at.get(resource, timedelta()) for resource in encounter.holds]
        awaited += [ends.get(key, timedelta()) for key in encounter.after]
        ends[encounter.key] = max(awaited, default=timedelta()) + durations[encounter.key]
        free_at.update(dict.fromkeys(encounter.holds, ends[encounter.key]))
    return ends
