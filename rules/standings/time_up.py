"""Encounters that are cut short when the time of a round is up (RULES §8; chosen: no source tells of it).

The hand in play is played to its end and no new one dealt. A match with enough scored hands is then
decided by its totals, and by one more hand at a time where it is level; one with fewer is not played.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.standings.matches import EncounterResult, MatchResult, decide_encounter

USUALLY_ENOUGH: Final = 5
"""So many scored hands decide a match when time is up, unless something else was agreed."""


def decide_cut_short(matches: Sequence[MatchResult], best_of: int) -> EncounterResult:
    """See who has won an encounter in which no new hand is dealt.

    More matches won decide; equally many, the lower sum of penalties over the matches that are
    decided. Nothing is decided while a match that counts is level. Where none is decided, or the
    sums are equal too, the sides stay unparted: a shared result is not offered.

    Args:
        matches: the matches in order, each decided with as many hands as are enough.
        best_of: an odd number of matches.
    """
    whole = decide_encounter([match.winner for match in matches], best_of)
    counted = matches[: whole.counted]
    unplayed = frozenset(
        number for number, match in enumerate(counted, start=1) if match.winner is None and not match.level
    )
    level = any(match.level for match in counted)
    waits = whole.winner is None and level
    winner = whole.winner or (None if waits else _first_of(counted))
    return EncounterResult(
        wins=whole.wins,
        winner=winner,
        needed=whole.needed,
        counted=whole.counted,
        unplayed=unplayed,
        cut_short=winner is not None and (whole.winner is None or any(match.short for match in counted)),
        unparted=winner is None and not waits,
    )


def _first_of(matches: Sequence[MatchResult]) -> str | None:
    """Who has won more matches, or as many with fewer penalties in those that are decided."""
    decided = [match for match in matches if match.winner is not None]
    wins = Counter(match.winner for match in decided)
    penalties: Counter[str] = Counter()
    for match in decided:
        penalties.update(match.totals)
    figures = {side: (-wins[side], total) for side, total in penalties.items()}
    order = sorted(figures, key=figures.__getitem__)
    parted = len(order) > 1 and figures[order[0]] != figures[order[1]]
    return order[0] if parted else None
