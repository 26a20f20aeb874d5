"""Matches of hands and encounters of matches: who has won, from results alone (RULES §8).

Nothing is remembered between calls, so a corrected hand is decided again by calling again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Where a match stands: penalties per side, scored hands, and who won if anybody has.

    ``level`` says that all hands are played and the lowest total is shared, so that an extra
    hand follows; ``extra`` counts the hands played past the fixed number.
    """

    totals: Mapping[str, int]
    played: int
    winner: str | None
    level: bool
    extra: int


@dataclass(frozen=True, slots=True)
class EncounterResult:
    """Where an encounter stands: matches won per side, the winner, how many wins it takes.

    ``counted`` says how many of the matches count, a running one included: those after the
    decision stay in the log and count nowhere.
    """

    wins: Mapping[str, int]
    winner: str | None
    needed: int
    counted: int


def hand_numbers(voids: Sequence[bool]) -> list[int]:
    """Number the deals of a match: a void one bears the number that the next scored one bears."""
    numbers, number = [], 1
    for void in voids:
        numbers.append(number)
        number += not void
    return numbers


def decide_match(
    hands: Sequence[Mapping[str, int]], hands_per_match: int, sides: Sequence[str] = ()
) -> MatchResult:
    """Add up the scored hands of a match and see whether it is won.

    All hands are played, since one can swing more than 2,400 points; the lowest total wins
    (S0 XI). Level after them, one extra hand follows another until it is not (chosen); extra
    hands that a correction made needless count all the same.

    Args:
        hands: the penalties of each side, hand by hand, void hands left out.
        hands_per_match: how many hands are fixed.
        sides: sides to show with 0 while no hand is played.
    """
    totals = dict.fromkeys(sides, 0)
    for hand in hands:
        for side, points in hand.items():
            totals[side] = totals.get(side, 0) + points
    complete = len(hands) >= hands_per_match
    lowest = [side for side, total in totals.items() if total == min(totals.values())]
    return MatchResult(
        totals=totals,
        played=len(hands),
        winner=lowest[0] if complete and len(lowest) == 1 else None,
        level=complete and len(lowest) > 1,
        extra=max(0, len(hands) - hands_per_match),
    )


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
