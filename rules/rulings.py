"""What a referee makes of a hand where the rules alone don't score it, with the words for it.

Points that a referee fixed and a hand that he has replayed bear the rule ``ruling``: nothing was
computed. An infraction that he adds is scored by the game like any other.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.lines import Line, Score
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


def fixed_score(points: Mapping[str, int]) -> Score:
    """Give the score in which every seat has the points that a referee fixed for it."""
    lines = tuple(Line(seat, amount, RULING, RULING, _FIXED) for seat, amount in points.items())
    return Score(lines, multiplier=1, void=False, seats=tuple(points))


def replayed_score(seats: Iterable[str]) -> Score:
    """Give the score of a hand that a referee has replayed: void, a line of 0 for every seat."""
    playing = tuple(seats)
    lines = tuple(Line(seat, 0, RULING, RULING, _REPLAYED) for seat in playing)
    return Score(lines, multiplier=1, void=True, seats=playing)
