"""When time is up (RULES §8, chosen), the hand in play is completed.

A match with enough scored hands is decided by totals, hand by hand while level; others aren't played.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.standings.matches import EncounterResult, MatchResult, decide_encounter

DEFAULT_ENOUGH_HANDS: Final = 5
"""The default number of scored hands that decide a match when time is up."""


def decide_cut_short(matches: Sequence[MatchResult], best_of: int) -> EncounterResult:
    """Decide by matches won, then lower penalties over decided ones, else by a referee; ``best_of`` is odd.

    Without a majority nothing is decided while a counting match is level.
    """
    full = decide_encounter([match.winner for match in matches], best_of)
    counted = matches[: full.counted]
    unplayed = frozenset(
        number for number, match in enumerate(counted, start=1) if match.winner is None and not match.level
    )
    level = any(match.level for match in counted)
    awaits_extra_hand = full.winner is None and level
    winner = full.winner or (None if awaits_extra_hand else _leading_side(counted))
    return EncounterResult(
        wins=full.wins,
        winner=winner,
        needed=full.needed,
        counted=full.counted,
        unplayed=unplayed,
        cut_short=winner is not None
        and (full.winner is None or any(match.decided_early for match in counted)),
        needs_referee=winner is None and not awaits_extra_hand,
    )


def _leading_side(matches: Sequence[MatchResult]) -> str | None:
    """Return the side with most wins, then lowest penalties; None if two lead or no match is decided."""
    decided = [match for match in matches if match.winner is not None]
    wins = Counter(match.winner for match in decided)
    penalties: Counter[str] = Counter()
    for match in decided:
        penalties.update(match.totals)
    figures = {side: (-wins[side], total) for side, total in penalties.items()}
    order = sorted(figures, key=figures.__getitem__)
    separated = len(order) > 1 and figures[order[0]] != figures[order[1]]
    return order[0] if separated else None
