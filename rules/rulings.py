"""Scores fixed by a referee; infractions are scored as usual."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.localized_text import Text
from rules.score_lines import Line, Score

RULING: Final = "ruling"

MOST_POINTS: Final = 9999
"""Of fixed points, both positive and negative."""

_SENTENCES: Final[Mapping[str, Text]] = {
    "fixed": Text("Hakem kararıyla belirlenen puan", "Points fixed by the referee"),
    "replay": Text(
        "Hakem kararıyla el sayılmaz, yeniden oynanır",
        "By the referee's ruling the hand is void and replayed",
    ),
}
"""By decision."""


def fixed_score(points: Mapping[str, int], *, by_side: bool = False) -> Score:
    lines = tuple(_line(payer, amount, "fixed") for payer, amount in points.items())
    return _score(lines, void=False, by_side=by_side)


def replayed_score(payers: Iterable[str], *, by_side: bool = False) -> Score:
    """Void: a line of 0 each."""
    lines = tuple(_line(payer, 0, "replay") for payer in payers)
    return _score(lines, void=True, by_side=by_side)


def word_ruling(line: Line) -> Text:
    return _SENTENCES[line.values["decision"]]


def _line(payer: str, points: int, decision: str) -> Line:
    return Line(payer, points, RULING, RULING, {"decision": decision}, word_ruling)


def _score(lines: tuple[Line, ...], *, void: bool, by_side: bool) -> Score:
    payers = tuple(line.seat for line in lines)
    if by_side:
        return Score(lines, multiplier=1, void=void, seats=(), sides=payers)
    return Score(lines, multiplier=1, void=void, seats=payers)
