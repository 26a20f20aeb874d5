"""Penalties only."""

from dataclasses import dataclass

from rules.localized_text import Text
from rules.seats import side_of


@dataclass(frozen=True, slots=True)
class Line:
    """Credited if negative."""

    seat: str
    points: int
    rule: str
    source: str
    text: Text


@dataclass(frozen=True, slots=True)
class Score:
    """Lines of 0 if void; ``seats`` in playing order, or only ``sides``."""

    lines: tuple[Line, ...]
    multiplier: int
    void: bool
    seats: tuple[str, ...]
    sides: tuple[str, ...] = ()

    def by_seat(self) -> dict[str, int]:
        return {seat: sum(line.points for line in self.lines if line.seat == seat) for seat in self.seats}

    def by_payer(self) -> dict[str, int]:
        """By side if sides are charged, else by seat."""
        return self.by_side() if self.sides else self.by_seat()

    def by_side(self) -> dict[str, int]:
        totals = dict.fromkeys(self.sides or map(side_of, self.seats), 0)
        for line in self.lines:
            totals[side_of(line.seat)] += line.points
        return totals
