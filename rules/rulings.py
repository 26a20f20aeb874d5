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
    lines = tuple(Line(payer, amount, RULING, RULING, _FIXED) for payer, amount in points.items())
    return _score(lines, void=False, by_side=by_side)


def replayed_score(payers: Iterable[str], *, by_side: bool = False) -> Score:
    """Return a void score: a line of 0 for each seat or side."""
    lines = tuple(Line(payer, 0, RULING, RULING, _REPLAYED) for payer in payers)
    return _score(lines, void=True, by_side=by_side)


def _score(lines: tuple[Line, ...], *, void: bool, by_side: bool) -> Score:
    payers = tuple(line.seat for line in lines)
    if by_side:
        return Score(lines, multiplier=1, void=void, seats=(), sides=payers)
    return Score(lines, multiplier=1, void=void, seats=payers)
