"""Scores fixed by a referee; infractions are scored as usual."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.localized_text import Text
from rules.score_lines import Line, Score

RULING: Final = "ruling"

MOST_POINTS: Final = 9999
"""Of fixed points, both positive and negative."""

_FIXED: Final = Text("Hakem kararıyla belirlenen puan", "Points fixed by the referee")
_REPLAYED: Final = Text(
    "Hakem kararıyla el sayılmaz, yeniden oynanır",
    "By the referee's ruling the hand is void and replayed",
)


def fixed_score(points: Mapping[str, int], *, by_side: bool = False) -> Score:
    lines = tuple(Line(payer, amount, RULING, RULING, _FIXED) for payer, amount in points.items())
    return _score(lines, void=False, by_side=by_side)


def replayed_score(payers: Iterable[str], *, by_side: bool = False) -> Score:
    """Void: a line of 0 each."""
    lines = tuple(Line(payer, 0, RULING, RULING, _REPLAYED) for payer in payers)
    return _score(lines, void=True, by_side=by_side)


def _score(lines: tuple[Line, ...], *, void: bool, by_side: bool) -> Score:
    payers = tuple(line.seat for line in lines)
    if by_side:
        return Score(lines, multiplier=1, void=void, seats=(), sides=payers)
    return Score(lines, multiplier=1, void=void, seats=payers)
