"""RULES §8."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

FIRST_PLACE_CUT: Final = (1,)
"""One winner: first and second place must differ."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """``level``: an extra hand follows. ``decided_early``: time was up.

    ``unopened`` has the 202s that decided. ``places`` may be shared where nothing depends on it; ``winner``
    is then the first named.
    """

    totals: Mapping[str, int]
    played: int
    winner: str | None
    level: bool
    extra_hands: int
    unopened: Mapping[str, int]
    places: Mapping[str, int]
    decided_early: bool = False

    @property
    def by_fewest_unopened(self) -> bool:
        return bool(self.unopened)


@dataclass(frozen=True, slots=True)
class EncounterResult:
    """``counted`` matches count, except ``unplayed`` ones.

    ``cut_short``: time decided. ``needs_referee``: the referee decides.
    """

    wins: Mapping[str, int]
    winner: str | None
    needed: int
    counted: int
    unplayed: frozenset[int] = frozenset()
    cut_short: bool = False
    needs_referee: bool = False

    def counts(self, number: int) -> bool:
        return number <= self.counted and number not in self.unplayed


def hand_numbers(voids: Sequence[bool]) -> list[int]:
    """A void deal has the next scored hand's."""
    numbers, number = [], 1
    for void in voids:
        numbers.append(number)
        number += not void
    return numbers


def decide_match(
    hands: Sequence[Mapping[str, int]],
    hands_per_match: int | None,
    sides: Sequence[str] = (),
    unopened: Iterable[Mapping[str, int]] = (),
    cuts: Collection[int] = FIRST_PLACE_CUT,
    *,
    enough_hands: int | None = None,
    ends_at: int | None = None,
) -> MatchResult:
    """The lowest total wins once all hands are played (S0 XI); ``hands_per_match`` None is no limit.

    If level, fewer 202s win where counted, otherwise extra hands follow (chosen) and count even if a
    correction makes them needless. An open match ends with the hand in which a side reaches ``ends_at``
    penalties (S1, S4). Only sides level across ``cuts`` play on. ``enough_hands`` decide after time is up.
    """
    if ends_at is not None:
        return _decide_open_match(hands, hands_per_match, sides, cuts, ends_at)
    fixed = len(hands) + 1 if hands_per_match is None else hands_per_match
    totals = _add_totals(hands, sides)
    counts = _add_totals(unopened, totals)
    figures = {side: (total, counts[side]) for side, total in totals.items()}
    order = sorted(figures, key=figures.__getitem__)
    cut_pairs = _cut_neighbours(order, cuts)
    complete = bool(order) and len(hands) >= min(fixed, enough_hands or fixed)
    level = any(figures[above] == figures[below] for above, below in cut_pairs)
    won = complete and not level
    decided_totals = {totals[above] for above, below in cut_pairs if won and totals[above] == totals[below]}
    return MatchResult(
        totals=totals,
        played=len(hands),
        winner=order[0] if won else None,
        level=complete and level,
        extra_hands=max(0, len(hands) - fixed),
        unopened={side: counts[side] for side, total in totals.items() if total in decided_totals},
        places=_places(figures) if won else {},
        decided_early=won and len(hands) < fixed,
    )


def _decide_open_match(
    hands: Sequence[Mapping[str, int]],
    most: int | None,
    sides: Sequence[str],
    cuts: Collection[int],
    ends_at: int,
) -> MatchResult:
    """Decide at ``ends_at`` points or after ``most`` hands, if level by extra ones; see `decide_match`."""
    fixed = fixed_hands(hands, most, ends_at)
    result = decide_match(hands, fixed, sides, cuts=cuts)
    for played in range(fixed or len(hands), len(hands)):
        earlier_result = decide_match(hands[:played], fixed, sides, cuts=cuts)
        if earlier_result.winner is not None:
            return earlier_result
    return result


def fixed_hands(hands: Sequence[Mapping[str, int]], most: int | None, ends_at: int | None) -> int | None:
    """Return after how many hands ``most`` or ``ends_at`` is reached; None if neither is yet.

    Without ``ends_at`` return ``most``. Ties are ignored.
    """
    if ends_at is None:
        return most
    totals: Mapping[str, int] = {}
    for played, hand in enumerate(hands, start=1):
        totals = _add_totals((totals, hand), ())
        if played == most or max(totals.values(), default=0) >= ends_at:
            return played
    return None


def _cut_neighbours(order: Sequence[str], cuts: Iterable[int]) -> list[tuple[str, str]]:
    return [(order[cut - 1], order[cut]) for cut in cuts if 0 < cut < len(order)]


def _places(figures: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    return {
        side: 1 + sum(other_figure < figure for other_figure in figures.values())
        for side, figure in figures.items()
    }


def _add_totals(hands: Iterable[Mapping[str, int]], sides: Iterable[str]) -> dict[str, int]:
    sums = dict.fromkeys(sides, 0)
    for hand in hands:
        for side, amount in hand.items():
            sums[side] = sums.get(side, 0) + amount
    return sums


def decide_encounter(winners: Sequence[str | None], best_of: int) -> EncounterResult:
    """Decide by the majority of an odd (unchecked) ``best_of`` (S0 XI); undecided matches are None.

    Matches after the decision don't count.
    """
    needed = best_of // 2 + 1
    wins: Counter[str] = Counter()
    for counted, winner in enumerate(winners[:best_of], start=1):
        if winner is None:
            continue
        wins[winner] += 1
        if wins[winner] == needed:
            return EncounterResult(dict(wins), winner, needed, counted)
    return EncounterResult(dict(wins), None, needed, min(len(winners), best_of))
