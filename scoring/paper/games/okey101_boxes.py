from __future__ import annotations

from typing import Final

from scoring.paper.games import okey101_notation
from scoring.paper.games.okey101_hands import SeatOnPaper

OPENINGS: Final = ("-", "s", "p")


def openings(cell: SeatOnPaper | None) -> list[tuple[str, bool]]:
    return marks_with_choice(cell.opening if cell else "")


def marks_with_choice(chosen: str) -> list[tuple[str, bool]]:
    return [(opening_letter(mark), mark == chosen) for mark in OPENINGS]


def opening_letter(mark: str) -> str:
    return okey101_notation.mark_label("opening", mark)
