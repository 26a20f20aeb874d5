"""Matches of hands and encounters of matches: who has won, from results alone (RULES §8).

Nothing is remembered between calls, so a corrected hand is decided again by calling again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

FIRST: Final = (1,)
"""The cut of a match that has one winner: the first place must be parted from the second."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Where a match stands: penalties per side, scored hands that count, and who won if anybody has.

    ``level`` says that all hands are played and nothing has parted those who must be parted, so
    that an extra hand follows; ``extra`` counts the hands played past the fixed number.
    ``unopened`` holds the 202s of the sides that were level where these decided the match, and is
    empty otherwise. ``places`` holds everybody's place once the match is decided; those who are
    level where nothing hangs on it share theirs, and ``winner`` is then the one who is named first.
    ``short`` is one that was decided with fewer hands than are fixed, because time was up.
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
        """Whether the totals were level and fewer 202s won."""
        return bool(self.unopened)


@dataclass(frozen=True, slots=True)
class EncounterResult:
    """Where an encounter stands: matches won per side, the winner, how many wins it takes.

    ``counted`` says how many of the matches count, a running one included: those after the
    decision stay in the log and count nowhere. Where time was up (see ``rules.standings.time_up``)
    neither do the matches numbered in ``unplayed``; ``cut_short`` is a decision that the hands
    alone would not have brought yet, and ``unparted`` says that the referee rules who has won.
    """

    wins: Mapping[str, int]
    winner: str | None
    needed: int
    counted: int
    unplayed: frozenset[int] = frozenset()
    cut_short: bool = False
    unparted: bool = False

    def counts(self, number: int) -> bool:
        """Whether the match of this number counts."""
        return number <= self.counted and number not in self.unplayed


def hand_numbers(voids: Sequence[bool]) -> list[int]:
    """Number the deals of a match: a void one bears the number that the next scored one bears."""
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
    """Add up the scored hands of a match and see whether it is decided.

    All hands are played, since one can swing more than 2,400 points; the lowest total wins
    (S0 XI). Level after them, fewer 202s win where the rule set counts them; still level, one
    extra hand follows another until it is not (chosen). Extra hands that a correction made
    needless count all the same.

    A match of open length ends when a hand has ended and some side has ``ends_at`` penalties, or all
    hands are played where a number is fixed too (S1, S4). Hands after its end count nowhere.

    Args:
        hands: the penalties of each side, hand by hand, void hands left out.
        hands_per_match: how many hands are fixed; None where a match of open length has no limit.
        sides: sides to show with 0 while no hand is played.
        unopened: how many players of each side paid the 202, hand by hand; empty where level
            matches play extra hands at once.
        cuts: the places below which something hangs on the order: (2,) where the first two of
            four go on. Only who is level across one of them plays on.
        enough: how many hands decide it where time was up, if fewer than are fixed.
        ends_at: how many penalties of one side end a match of open length.
    """
    if ends_at is not None:
        return _decide_open(hands, hands_per_match, sides, cuts, ends_at)
    fixed = len(hands) + 1 if hands_per_match is None else hands_per_match
    totals = _added(hands, sides)
    counts = _added(unopened, totals)
    figures = {side: (total, counts[side]) for side, total in totals.items()}
    order = sorted(figures, key=figures.__getitem__)
    across = _across(order, cuts)
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
    """Decide a match of open length by its hands up to its end; level there, by one more at a time."""
    fixed = fixed_hands(hands, most, ends_at)
    result = decide_match(hands, fixed, sides, cuts=cuts)
    for played in range(fixed or len(hands), len(hands)):
        sooner = decide_match(hands[:played], fixed, sides, cuts=cuts)
        if sooner.winner is not None:
            return sooner
    return result


def fixed_hands(hands: Sequence[Mapping[str, int]], most: int | None, ends_at: int | None) -> int | None:
    """After how many scored hands a match ends, if nobody is level then; None while it has no end."""
    if ends_at is None:
        return most
    totals: Mapping[str, int] = {}
    for played, hand in enumerate(hands, start=1):
        totals = _added((totals, hand), ())
        if played == most or max(totals.values(), default=0) >= ends_at:
            return played
    return None


def _across(order: Sequence[str], cuts: Iterable[int]) -> list[tuple[str, str]]:
    """The last one above each cut and the first one below it."""
    return [(order[cut - 1], order[cut]) for cut in cuts if 0 < cut < len(order)]


def _places(figures: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Who has less is before; who has the same shares a place."""
    return {side: 1 + sum(other < own for other in figures.values()) for side, own in figures.items()}


def _added(hands: Iterable[Mapping[str, int]], sides: Iterable[str]) -> dict[str, int]:
    sums = dict.fromkeys(sides, 0)
    for hand in hands:
        for side, amount in hand.items():
            sums[side] = sums.get(side, 0) + amount
    return sums


def decide_encounter(winners: Sequence[str | None], best_of: int) -> EncounterResult:
    """See who has won an encounter: the first side to win the majority of its matches (S0 XI).

    Args:
        winners: the winner of each match in order, None where it is not decided. An undecided
            match does not keep later ones from counting.
        best_of: an odd number of matches.
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
