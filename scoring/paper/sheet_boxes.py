"""Template filters for the boxes of a score sheet, in the letters of the page's language."""

from __future__ import annotations

from scoring.paper.games.game_sheet import Box
from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf import one_match_sheet, sheet_grid, sheet_labels
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper


def written(sheet: PaperSheet, deal: DealOnPaper, part: str, seat: str = "") -> str:
    """Return the content of a box of the hand or a player."""
    return sheet.paper.shown(part, deal.mark(f"{seat}-{part}" if seat else part))


def paid(deal: DealOnPaper, letter: str) -> str:
    """Return what the hand cost a side."""
    return sheet_grid.figure(deal.side(letter))


def left_over(points: int | None) -> str:
    """Return what a side has left, or an empty string while that is open."""
    return one_match_sheet.left(points)


def circled(box: Box, sheet: PaperSheet, deal: DealOnPaper | None, seat: str = "") -> list[tuple[str, bool]]:
    """Return the marks of a box of the hand or a player, each with whether it is chosen."""
    return sheet_grid.marks_of(box, sheet, deal, seat)


def struck(deal: DealOnPaper | None) -> str:
    """Return the label across a row without boxes."""
    return sheet_grid.struck(deal) if deal else ""


def row_name(row: RowOnPaper) -> str:
    return sheet_grid.row_name(row)


def match_title(match: MatchOnPaper) -> str:
    return sheet_grid.match_title(match)


def heading(sheet: PaperSheet) -> str:
    return sheet_labels.heading(sheet)


def legend_parts(sheet: PaperSheet) -> list[tuple[str, str]]:
    """Return the foot of a sheet."""
    return sheet.legend.parts + sheet_labels.limit_words(sheet)


def side_title(letter: str) -> str:
    return sheet_labels.side_title(letter)


def signature_of(letter: str) -> str:
    return sheet_labels.signature_of(letter)


def seat_lines(sheet: PaperSheet, seat: str) -> tuple[str, str]:
    """Return a player's number and name, and surname."""
    return sheet_grid.seat_name(sheet, seat)
