"""The score of a hand: explained penalties, and nothing else."""

from dataclasses import dataclass

from rules.seats import side_of
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """Points charged to a seat or side, credited if negative."""

    seat: str
    points: int
    rule: str
    source: str
    text: Text


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a hand; a void one has lines of 0.

    It has ``seats`` in playing order, or only ``sides``.
    """

    lines: tuple[Line, ...]
    multiplier: int
    void: bool
    seats: tuple[str, ...]
    sides: tuple[str, ...] = ()

    def by_seat(self) -> dict[str, int]:
        return {seat: sum(line.points for line in self.lines if line.seat == seat) for seat in self.seats}

    def by_charged(self) -> dict[str, int]:
        """Return totals by side if sides are charged, else by seat."""
        return self.by_side() if self.sides else self.by_seat()

    def by_side(self) -> dict[str, int]:
        totals = dict.fromkeys(self.sides or map(side_of, self.seats), 0)
        for line in self.lines:
            totals[side_of(line.seat)] += line.points
        return totals
