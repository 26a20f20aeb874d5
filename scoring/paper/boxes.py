"""What stands in the boxes of a score sheet, in the letters of the page's language."""

from __future__ import annotations

from scoring.paper.domain import notation
from scoring.paper.pdf import grid, words
from scoring.paper.queries.deals import DealOnPaper, SeatOnPaper
from scoring.paper.queries.legend import Legend
from scoring.paper.queries.sheets import MatchOnPaper, PaperSheet, RowOnPaper


def openings(cell: SeatOnPaper | None) -> list[tuple[str, bool]]:
    """The three openings to circle, each with whether it was told."""
    told = cell.opening if cell else ""
    return [(notation.shown("opening", mark), mark == told) for mark in grid.OPENINGS]


def written(deal: DealOnPaper, kind: str) -> str:
    """Who finished (`end`), or how (`finish`)."""
    return notation.shown(kind, getattr(deal, kind))


def opening_letter(mark: str) -> str:
    return notation.shown("opening", mark)


def struck(deal: DealOnPaper | None) -> str:
    """What stands across a row that has no boxes to show."""
    return grid.struck(deal) if deal else ""


def row_name(row: RowOnPaper) -> str:
    return grid.row_name(row)


def match_title(match: MatchOnPaper) -> str:
    return grid.match_title(match)


def heading(sheet: PaperSheet) -> str:
    return words.heading(sheet)


def legend_parts(legend: Legend) -> list[tuple[str, str]]:
    return words.legend_parts(legend)


def side_title(letter: str) -> str:
    return words.side_title(letter)


def signature_of(letter: str) -> str:
    return words.signature_of(letter)


def seat_lines(sheet: PaperSheet, seat: str) -> tuple[str, str]:
    """A player's number with what he is called, and his surname."""
    return grid.seat_name(sheet, seat)
