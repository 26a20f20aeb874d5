"""The score of a hand: a list of lines and nothing else, so an explanation can't drift from it.

Points are penalties. Which lines there are is a matter of the game.
"""

from dataclasses import dataclass

from rules.seats import side_of
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One amount that a seat is charged (or credited, below 0), with its rule and its reason.

    Where a game charges sides and no single players, ``seat`` is the side.
    """

    seat: str
    points: int
    rule: str
    source: str
    text: Text


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth. ``seats`` are in playing order; a void hand has lines of 0 only.

    A score of sides alone names these in ``sides`` and has no seats.
    """

    lines: tuple[Line, ...]
    multiplier: int
    void: bool
    seats: tuple[str, ...]
    sides: tuple[str, ...] = ()

    def by_seat(self) -> dict[str, int]:
        """Add up the lines of each seat."""
        return {seat: sum(line.points for line in self.lines if line.seat == seat) for seat in self.seats}

    def by_charged(self) -> dict[str, int]:
        """Add up the lines of everybody who is charged: of each side, else of each seat."""
        return self.by_side() if self.sides else self.by_seat()

    def by_side(self) -> dict[str, int]:
        """Add up the lines of each side."""
        totals = dict.fromkeys(self.sides or map(side_of, self.seats), 0)
        for line in self.lines:
            totals[side_of(line.seat)] += line.points
        return totals
