"""The score of a hand: a list of lines and nothing else, so an explanation can't drift from it.

Points are penalties. Which lines there are is a matter of the game.
"""

from dataclasses import dataclass

from rules.seats import side_of
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One amount that a seat is charged (or credited, below 0), with its rule and its reason."""

    seat: str
    points: int
    rule: str
    source: str
    text: Text


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth. ``seats`` are in playing order; a void hand has lines of 0 only."""

    lines: tuple[Line, ...]
    multiplier: int
    void: bool
    seats: tuple[str, ...]

    def by_seat(self) -> dict[str, int]:
        """Add up the lines of each seat."""
        totals = dict.fromkeys(self.seats, 0)
        for line in self.lines:
            totals[line.seat] += line.points
        return totals

    def by_side(self) -> dict[str, int]:
        """Add up the seats of each side."""
        totals: dict[str, int] = {}
        for seat, points in self.by_seat().items():
            totals[side_of(seat)] = totals.get(side_of(seat), 0) + points
        return totals
