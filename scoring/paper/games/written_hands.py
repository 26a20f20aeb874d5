"""A hand that is in the ledger, as it would have been written into the boxes of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.seats import in_columns, side_of


@dataclass(frozen=True, kw_only=True)
class DealOnPaper:
    """A deal of whatever game. `marks` stand in the boxes of the hand, in the neutral shorthand.

    `told` is false where a referee fixed the figures: no boxes explain them. `costs` are the penalties that
    each seat bears; where a game charges sides, the first seat of each.
    """

    void: bool
    ruling: bool
    told: bool
    marks: Mapping[str, str]
    costs: Mapping[str, int]

    def mark(self, part: str) -> str:
        """What stands in a box of the hand."""
        return self.marks.get(part, "")

    def side(self, letter: str) -> int:
        """What the hand cost a side."""
        return sum(points for seat, points in self.costs.items() if side_of(seat) == letter)

    @property
    def by_side(self) -> list[tuple[str, list[int], int]]:
        """Each side with what the hand cost its seats, in the order of the columns, and altogether."""
        seats = in_columns(self.costs)
        letters = dict.fromkeys(map(side_of, seats))
        return [
            (letter, [self.costs[seat] for seat in seats if side_of(seat) == letter], self.side(letter))
            for letter in letters
        ]
