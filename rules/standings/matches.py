"""Decide matches from hands and encounters from matches (RULES §8).

No state is kept, so after a correction the result is simply computed again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

FIRST: Final = (1,)
"""The cut of a match with one winner: first and second place must differ."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The state of a match: penalties per side, number of scored hands that count, winner if decided.

    ``level`` means all hands are played without a decision, so an extra hand follows; ``extra`` counts hands
    beyond the fixed number. ``unopened`` has the 202s of level sides if these decided the match, else it is
    empty. ``places`` has all places of a decided match; sides may share a place if nothing depends on it, and
    ``winner`` is then the first named. ``short`` means decided with fewer hands than fixed because time was
    up.
    """

    totals: Mapping[str, int]
    played: int
    winner: str | None
    level: bool
    extra: int
    unopened: Mapping[str, int]
    places: Mapping[str, int]
    short: bool = False

    @property
    def by_fewest_unopened(self) -> bool:
        return bool(self.unopened)


@dataclass(frozen=True, slots=True)
class EncounterResult:
    """The state of an encounter: matches won per side, winner, wins needed.

    ``counted`` is the number of matches that count, including a running one; matches after the decision stay
    in the log but don't count. When time was up (see ``rules.standings.time_up``), the matches in
    ``unplayed`` don't count either; ``cut_short`` is a decision the hands alone wouldn't have given yet, and
    ``unparted`` means that the referee decides the winner.
    """

    wins: Mapping[str, int]
    winner: str | None
    needed: int
    counted: int
    unplayed: frozenset[int] = frozenset()
    cut_short: bool = False
    unparted: bool = False

    def counts(self, number: int) -> bool:
        return number <= self.counted and number not in self.unplayed


def hand_numbers(voids: Sequence[bool]) -> list[int]:
    """Return the hand numbers of a match's deals: a void deal has the number of the next scored one."""
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
    cuts: Collection[int] = FIRST,
    *,
    enough: int | None = None,
    ends_at: int | None = None,
) -> MatchResult:
    """Add up a match's scored hands and decide it.

    All hands are played, since one can swing more than 2,400 points; the lowest total wins (S0 XI). If level,
    fewer 202s win where the rule set counts them; otherwise extra hands follow until it isn't level (chosen).
    Extra hands that became needless through a correction still count.

    A match of open length ends with the hand in which a side reaches ``ends_at`` penalties, or after a fixed
    number of hands if set (S1, S4). Later hands don't count.

    ``hands`` are each side's penalties by hand, without void hands. ``hands_per_match`` is None for no limit
    on a match of open length. ``sides`` are shown with 0 before the first hand. ``unopened`` is the number of
    each side's players who paid the 202, by hand; empty if level matches go to extra hands directly. ``cuts``
    are the places below which the order matters: (2,) where two of four advance; only sides level across a
    cut play on. ``enough`` is the number of hands that decide it after time is up, if fewer than fixed.
    ``ends_at`` are one side's penalties that end a match of open length.
    """
    if ends_at is not None:
        return _decide_open(hands, hands_per_match, sides, cuts, ends_at)
    fixed = len(hands) + 1 if hands_per_match is None else hands_per_match
    totals = _added(hands, sides)
    counts = _added(unopened, totals)
    figures = {side: (total, counts[side]) for side, total in totals.items()}
    order = sorted(figures, key=figures.__getitem__)
    across = _cut_neighbours(order, cuts)
    complete = bool(order) and len(hands) >= min(fixed, enough or fixed)
    level = any(figures[above] == figures[below] for above, below in across)
    won = complete and not level
    parted = {totals[above] for above, below in across if won and totals[above] == totals[below]}
    return MatchResult(
        totals=totals,
        played=len(hands),
        winner=order[0] if won else None,
        level=complete and level,
        extra=max(0, len(hands) - fixed),
        unopened={side: counts[side] for side, total in totals.items() if total in parted},
        places=_places(figures) if won else {},
        short=won and len(hands) < fixed,
    )


def _decide_open(
    hands: Sequence[Mapping[str, int]],
    most: int | None,
    sides: Sequence[str],
    cuts: Collection[int],
    ends_at: int,
) -> MatchResult:
    """Decide a match of open length at its end; if level, hand by hand after it."""
    fixed = fixed_hands(hands, most, ends_at)
    result = decide_match(hands, fixed, sides, cuts=cuts)
    for played in range(fixed or len(hands), len(hands)):
        sooner = decide_match(hands[:played], fixed, sides, cuts=cuts)
        if sooner.winner is not None:
            return sooner
    return result


def fixed_hands(hands: Sequence[Mapping[str, int]], most: int | None, ends_at: int | None) -> int | None:
    """Return the number of scored hands after which a match ends unless level; None if open."""
    if ends_at is None:
        return most
    totals: Mapping[str, int] = {}
    for played, hand in enumerate(hands, start=1):
        totals = _added((totals, hand), ())
        if played == most or max(totals.values(), default=0) >= ends_at:
            return played
    return None


def _cut_neighbours(order: Sequence[str], cuts: Iterable[int]) -> list[tuple[str, str]]:
    """Return the pairs of sides right above and below each cut."""
    return [(order[cut - 1], order[cut]) for cut in cuts if 0 < cut < len(order)]


def _places(figures: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Return places by lowest figure; equal figures share a place."""
    return {side: 1 + sum(other < figure for other in figures.values()) for side, figure in figures.items()}


def _added(hands: Iterable[Mapping[str, int]], sides: Iterable[str]) -> dict[str, int]:
    sums = dict.fromkeys(sides, 0)
    for hand in hands:
        for side, amount in hand.items():
            sums[side] = sums.get(side, 0) + amount
    return sums


def decide_encounter(winners: Sequence[str | None], best_of: int) -> EncounterResult:
    """Return an encounter's result: the first side with the majority of matches wins (S0 XI).

    ``winners`` has each match's winner in order, None if undecided; later matches count nevertheless.
    ``best_of`` is odd.
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
