from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from .time_estimate import ZERO_RANGE, Range, hands_of_match


@dataclass(frozen=True)
class OpenEncounter:
    """Begins when `occupied_resources` (table, entrants) are free and all `source_keys` over.

    `hand`: these entrants' time for one; `elapsed_time`: of the current hand.
    """

    key: int
    hands_left: Range
    occupied_resources: frozenset[Hashable] = frozenset()
    source_keys: frozenset[int] = frozenset()
    hand: timedelta | None = None
    elapsed_time: timedelta = timedelta()


@dataclass(frozen=True)
class Span:
    """Every encounter won in the fewest matches, or played in full."""

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
    """Return the fewest and most hands an encounter still takes: zero if decided, else at least one.

    `hands_played` are the current match's. `hands` are a match's, or its limit with `usual_hands`, where
    points end it. Raises ValueError if both are None.
    """
    matches = Range(best_of // 2 + 1 - max(wins, default=0), best_of - sum(wins))
    if matches.fewest < 1:
        return ZERO_RANGE
    match_hands = hands_of_match(hands, usual_hands)
    current_match = Range(max(1, match_hands.fewest - hands_played), max(1, match_hands.most - hands_played))
    return current_match + Range(matches.fewest - 1, matches.most - 1).multiplied_by(match_hands)


def duration_of_hands(hands: Range, hand: timedelta) -> Span:
    return Span(hands.fewest * hand, hands.most * hand)


def expected_ends(to_play: Sequence[OpenEncounter], hand: timedelta) -> dict[int, Span]:
    """From now; each begins once table, entrants and sources are free."""
    durations = {encounter.key: _duration_range(encounter, hand) for encounter in to_play}
    early = _simulate_ends(to_play, {key: span.fewest for key, span in durations.items()})
    late = _simulate_ends(to_play, {key: span.most for key, span in durations.items()})
    return {key: Span(early[key], late[key]) for key in early}


def _duration_range(encounter: OpenEncounter, hand: timedelta) -> Span:
    own_hand = encounter.hand or hand
    begun = min(encounter.elapsed_time, own_hand)
    whole = duration_of_hands(encounter.hands_left, own_hand)
    return Span(max(timedelta(), whole.fewest - begun), max(timedelta(), whole.most - begun))


def _simulate_ends(to_play: Sequence[OpenEncounter], durations: dict[int, timedelta]) -> dict[int, timedelta]:
    free_at: dict[Hashable, timedelta] = {}
    ends: dict[int, timedelta] = {}
    for encounter in to_play:
        awaited = [free_at.get(resource, timedelta()) for resource in encounter.occupied_resources]
        awaited += [ends.get(key, timedelta()) for key in encounter.source_keys]
        ends[encounter.key] = max(awaited, default=timedelta()) + durations[encounter.key]
        free_at.update(dict.fromkeys(encounter.occupied_resources, ends[encounter.key]))
    return ends
