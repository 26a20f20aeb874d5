"""What a referee makes of a hand where the rules alone don't score it, with the words for it.

Points that a referee fixed and a hand that he has replayed bear the rule ``ruling``: nothing was
computed. An infraction that he adds is scored by the game like any other.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.score_lines import Line, Score
from rules.text import Text

RULING: Final = "ruling"
"""The rule and the source of a line that a referee decided."""

MOST_POINTS: Final = 9999
"""A referee fixes between so many points below 0 and so many above."""

_FIXED: Final = Text("Hakem kararıyla belirlenen puan", "Points fixed by the referee")
_REPLAYED: Final = Text(
    "Hakem kararıyla el sayılmaz, yeniden oynanır",
    "By the referee's ruling the hand is void and played again",
)


def fixed_score(points: Mapping[str, int], *, by_side: bool = False) -> Score:
    """Give the score in which everybody who is charged has the points that a referee fixed for him.

    These are seats; ``by_side`` says that they are sides.
    """
    lines = tuple(Line(charged, amount, RULING, RULING, _FIXED) for charged, amount in points.items())
    return _score(lines, void=False, by_side=by_side)


def replayed_score(charged: Iterable[str], *, by_side: bool = False) -> Score:
    """Give the score of a hand that a referee has replayed: void, a line of 0 for each who is charged."""
    lines = tuple(Line(one, 0, RULING, RULING, _REPLAYED) for one in charged)
    return _score(lines, void=True, by_side=by_side)


def _score(lines: tuple[Line, ...], *, void: bool, by_side: bool) -> Score:
    charged = tuple(line.seat for line in lines)
    if by_side:
        return Score(lines, multiplier=1, void=void, seats=(), sides=charged)
    return Score(lines, multiplier=1, void=void, seats=charged)
