from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.seats import seats_in_columns, side_of


@dataclass(frozen=True, kw_only=True)
class DealOnPaper:
    """`marks` are boxes in neutral shorthand; `scored_by_rules` is false for fixed points.

    `costs` are by seat; where a game charges sides, by the first seat of each.
    """

    void: bool
    ruling: bool
    scored_by_rules: bool
    marks: Mapping[str, str]
    costs: Mapping[str, int]

    def mark(self, part: str) -> str:
        return self.marks.get(part, "")

    def side_cost(self, letter: str) -> int:
        return sum(points for seat, points in self.costs.items() if side_of(seat) == letter)

    @property
    def costs_by_side(self) -> list[tuple[str, list[int], int]]:
        """Each side's costs in column order, and their total."""
        seats = seats_in_columns(self.costs)
        letters = dict.fromkeys(map(side_of, seats))
        return [
            (letter, [self.costs[seat] for seat in seats if side_of(seat) == letter], self.side_cost(letter))
            for letter in letters
        ]
