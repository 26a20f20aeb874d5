from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.seats import in_columns, side_of


@dataclass(frozen=True, kw_only=True)
class DealOnPaper:
    """`marks` are the boxes of a recorded deal in neutral shorthand.

    `told` is false if a referee fixed the points. `costs` are the penalties by seat; where a game charges
    sides, by the first seat of each.
    """

    void: bool
    ruling: bool
    told: bool
    marks: Mapping[str, str]
    costs: Mapping[str, int]

    def mark(self, part: str) -> str:
        return self.marks.get(part, "")

    def side(self, letter: str) -> int:
        return sum(points for seat, points in self.costs.items() if side_of(seat) == letter)

    @property
    def by_side(self) -> list[tuple[str, list[int], int]]:
        """Each side with the costs of its seats in column order, and their total."""
        seats = in_columns(self.costs)
        letters = dict.fromkeys(map(side_of, seats))
        return [
            (letter, [self.costs[seat] for seat in seats if side_of(seat) == letter], self.side(letter))
            for letter in letters
        ]
