"""A referee's decision on a hand that the rules don't score, with its words.

Fixed points and a replayed hand have the rule ``ruling``: nothing was computed. An infraction added by a
referee is scored by the game as usual.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.score_lines import Line, Score
from rules.text import Text

RULING: Final = "ruling"
"""The rule and the source of a line decided by a referee."""

MOST_POINTS: Final = 9999
"""The limit of fixed points, both positive and negative."""

_FIXED: Final = Text("Hakem kararıyla belirlenen puan", "Points fixed by the referee")
_REPLAYED: Final = Text(
    "Hakem kararıyla el sayılmaz, yeniden oynanır",
    "By the referee's ruling the hand is void and replayed",
)


def fixed_score(points: Mapping[str, int], *, by_side: bool = False) -> Score:
    """Return a score with the points a referee fixed for each seat charged.

    ``by_side`` means that the keys are sides.
    """
    lines = tuple(Line(charged, amount, RULING, RULING, _FIXED) for charged, amount in points.items())
    return _score(lines, void=False, by_side=by_side)


def replayed_score(charged: Iterable[str], *, by_side: bool = False) -> Score:
    """Return the score of a hand to replay: void, a line of 0 for each seat or side charged."""
    lines = tuple(Line(charged_code, 0, RULING, RULING, _REPLAYED) for charged_code in charged)
    return _score(lines, void=True, by_side=by_side)


def _score(lines: tuple[Line, ...], *, void: bool, by_side: bool) -> Score:
    charged = tuple(line.seat for line in lines)
    if by_side:
        return Score(lines, multiplier=1, void=void, seats=(), sides=charged)
    return Score(lines, multiplier=1, void=void, seats=charged)
