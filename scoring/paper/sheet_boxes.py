from __future__ import annotations

from scoring.paper.games.game_sheet import Box
from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf import one_match_sheet, sheet_grid, sheet_labels
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper


def box_content(sheet: PaperSheet, deal: DealOnPaper, part: str, seat: str = "") -> str:
    return sheet.game_sheet.mark_label(part, deal.mark(f"{seat}-{part}" if seat else part))


def side_cost_label(deal: DealOnPaper, letter: str) -> str:
    return sheet_grid.points_label(deal.side_cost(letter))


def points_left_label(points: int | None) -> str:
    return one_match_sheet.points_left_label(points)


def marks_with_choice(
    box: Box, sheet: PaperSheet, deal: DealOnPaper | None, seat: str = ""
) -> list[tuple[str, bool]]:
    return sheet_grid.marks_with_choice(box, sheet, deal, seat)


def strike_label(deal: DealOnPaper | None) -> str:
    return sheet_grid.strike_label(deal) if deal else ""


def row_name(row: RowOnPaper) -> str:
    return sheet_grid.row_name(row)


def match_title(match: MatchOnPaper) -> str:
    return sheet_grid.match_title(match)


def sheet_title(sheet: PaperSheet) -> str:
    return sheet_labels.sheet_title(sheet)


def legend_parts(sheet: PaperSheet) -> list[tuple[str, str]]:
    return sheet.legend.parts + sheet_labels.limit_lines(sheet)


def side_title(letter: str) -> str:
    return sheet_labels.side_title(letter)


def signature_of(letter: str) -> str:
    return sheet_labels.signature_of(letter)


def seat_lines(sheet: PaperSheet, seat: str) -> tuple[str, str]:
    return sheet_grid.seat_name(sheet, seat)
