"""Scores fixed by a referee; an added infraction is scored as usual."""

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
    """Return a score with the referee's points, by seat or side."""
    lines = tuple(Line(charged, amount, RULING, RULING, _FIXED) for charged, amount in points.items())
    return _score(lines, void=False, by_side=by_side)


def replayed_score(charged: Iterable[str], *, by_side: bool = False) -> Score:
    """Return a void score: a line of 0 for each seat or side."""
    lines = tuple(Line(charged_code, 0, RULING, RULING, _REPLAYED) for charged_code in charged)
    return _score(lines, void=True, by_side=by_side)


def _score(lines: tuple[Line, ...], *, void: bool, by_side: bool) -> Score:
    charged = tuple(line.seat for line in lines)
    if by_side:
        return Score(lines, multiplier=1, void=void, seats=(), sides=charged)
    return Score(lines, multiplier=1, void=void, seats=charged)
