from __future__ import annotations

from scoring.paper.games.game_sheet import Box
from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf import one_match_sheet, sheet_grid, sheet_labels
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper


def written(sheet: PaperSheet, deal: DealOnPaper, part: str, seat: str = "") -> str:
    return sheet.paper.shown(part, deal.mark(f"{seat}-{part}" if seat else part))


def paid(deal: DealOnPaper, letter: str) -> str:
    return sheet_grid.figure(deal.side(letter))


def left_over(points: int | None) -> str:
    return one_match_sheet.left(points)


def circled(box: Box, sheet: PaperSheet, deal: DealOnPaper | None, seat: str = "") -> list[tuple[str, bool]]:
    return sheet_grid.marks_of(box, sheet, deal, seat)


def strike_label(deal: DealOnPaper | None) -> str:
    return sheet_grid.strike_label(deal) if deal else ""


def row_name(row: RowOnPaper) -> str:
    return sheet_grid.row_name(row)


def match_title(match: MatchOnPaper) -> str:
    return sheet_grid.match_title(match)


def heading(sheet: PaperSheet) -> str:
    return sheet_labels.heading(sheet)


def legend_parts(sheet: PaperSheet) -> list[tuple[str, str]]:
    return sheet.legend.parts + sheet_labels.limit_lines(sheet)


def side_title(letter: str) -> str:
    return sheet_labels.side_title(letter)


def signature_of(letter: str) -> str:
    return sheet_labels.signature_of(letter)


def seat_lines(sheet: PaperSheet, seat: str) -> tuple[str, str]:
    return sheet_grid.seat_name(sheet, seat)
