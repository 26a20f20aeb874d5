"""The score of a hand: lines and nothing else, so that explanations can't differ from it.

Points are penalties. Each game defines its lines.
"""

from dataclasses import dataclass

from rules.seats import side_of
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One amount charged to a seat (credited if negative), with its rule and reason.

    ``seat`` is the side where a game charges sides.
    """

    seat: str
    points: int
    rule: str
    source: str
    text: Text


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a hand. ``seats`` are in playing order; a void hand has lines of 0 only.

    A score by sides has ``sides`` and no seats.
    """

    lines: tuple[Line, ...]
    multiplier: int
    void: bool
    seats: tuple[str, ...]
    sides: tuple[str, ...] = ()

    def by_seat(self) -> dict[str, int]:
        return {seat: sum(line.points for line in self.lines if line.seat == seat) for seat in self.seats}

    def by_charged(self) -> dict[str, int]:
        """Return the total of each side if sides are charged, else of each seat."""
        return self.by_side() if self.sides else self.by_seat()

    def by_side(self) -> dict[str, int]:
        totals = dict.fromkeys(self.sides or map(side_of, self.seats), 0)
        for line in self.lines:
            totals[side_of(line.seat)] += line.points
        return totals
