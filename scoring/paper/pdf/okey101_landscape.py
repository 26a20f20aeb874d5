"""Matches side by side, a player's boxes below each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from scoring.paper.games import okey101_notation
from scoring.paper.games.okey101_boxes import openings
from scoring.paper.games.okey101_hands import as_deal_of_101
from scoring.paper.games.seat_marks import SEATS, seat_numbers
from scoring.paper.pdf.page_canvas import TINT, Page
from scoring.paper.pdf.sheet_grid import (
    draw_marks,
    draw_strike_label,
    match_title,
    points_label,
    row_name,
    strike_label,
    write_centered,
)
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper

HEAD: Final = 11.0
SUM: Final = 0.7
GAP: Final = 1.6
ROW, WHO, SIDE = 4.2, 6.6, 7.6


@dataclass(frozen=True)
class Block:
    x: float
    width: float

    @property
    def seat(self) -> float:
        return (self.width - ROW - WHO - SIDE) / len(SEATS)

    def seat_x(self, seat: str) -> float:
        return self.x + ROW + WHO + SEATS.index(seat) * self.seat

    @property
    def side_x(self) -> float:
        return self.x + self.width - SIDE


def draw_landscape(page: Page, sheet: PaperSheet, *, x: float, y: float, width: float, height: float) -> None:
    """Draw matches of pairs side by side, in a box in millimetres from the page's upper left corner.

    Boxes have what is recorded or stay empty. Void hands and fixed points have a label instead of boxes.
    """
    count = len(sheet.matches)
    block_width = (width - GAP * (count - 1)) / count
    rows = max(len(match.rows) for match in sheet.matches)
    row_height = (height - HEAD) / (rows + SUM)
    for place, match in enumerate(sheet.matches):
        block = Block(x + place * (block_width + GAP), block_width)
        _draw_match_head(page, sheet, block, match, y)
        for line, row in enumerate(match.rows):
            _draw_deal_row(page, block, row, y + HEAD + line * row_height, row_height)
        _draw_totals(page, block, match, y + HEAD + len(match.rows) * row_height, row_height * SUM)
        _draw_frame(page, block, y + HEAD, y + HEAD + row_height * len(match.rows), row_height * SUM)
        for line, deal in enumerate(match.deals):
            if label := strike_label(deal):
                draw_strike_label(
                    page, label, x=block.seat_x("B1"), y=y + HEAD + (line + 0.5) * row_height, size=5
                )


def _draw_match_head(page: Page, sheet: PaperSheet, block: Block, match: MatchOnPaper, y: float) -> None:
    """Draw title, players and the letters of the sides; `y` is the top."""
    page.text(match_title(match), x=block.x + 0.5, y=y + 3.4, size=7.5, bold=True)
    for seat in SEATS:
        player = sheet.players[seat]
        middle = block.seat_x(seat) + block.seat / 2
        page.text(f"{seat[0]} · {seat_numbers()[seat]}", x=middle, y=y + 7, size=6, bold=True, align="middle")
        name = player.short_name if player else ""
        page.text(name, x=middle, y=y + 9.8, size=5.6, align="middle", width=block.seat - 0.4, smallest=4)
    page.text("A", x=block.side_x + SIDE / 2, y=y + 7, size=6, bold=True, align="middle")
    page.text("B", x=block.side_x + SIDE / 2, y=y + 9.8, size=6, bold=True, align="middle")


def _draw_frame(page: Page, block: Block, y: float, bottom: float, foot: float) -> None:
    for seat in SEATS:
        page.line(block.seat_x(seat), y, block.seat_x(seat), bottom, thickness=1)
    for x in (block.x, block.side_x, block.x + block.width):
        page.line(x, y, x, bottom + foot, thickness=1)
    for height in (y, bottom, bottom + foot):
        page.line(block.x, height, block.x + block.width, height, thickness=1)


def _draw_deal_row(page: Page, block: Block, row: RowOnPaper, y: float, height: float) -> None:
    """Draw a row with its deal's values, else empty boxes; `y` is the top.

    Void hands and fixed points have no boxes, void hands no points.
    """
    half, third, deal = height / 2, height / 3, as_deal_of_101(row.deal)
    crossed = strike_label(deal) if deal else ""
    page.box(block.side_x, y, SIDE, height, fill=TINT)
    page.line(block.x, y, block.x + block.width, y, thickness=0.8)
    page.line(block.x + ROW, y, block.x + ROW, y + height)
    page.line(block.x + ROW, y + half, block.x + ROW + WHO, y + half)
    page.line(block.side_x, y + half, block.side_x + SIDE, y + half)
    write_centered(page, row_name(row), x=block.x, y=y, width=ROW, height=height, size=6.5)
    for seat in SEATS:
        _draw_seat_boxes(page, block, row, seat, y=y, third=third, crossed=bool(crossed))
    if deal is None:
        return
    if not crossed:
        for place, part in enumerate(("end", "finish")):
            content = okey101_notation.mark_label(part, getattr(deal, part))
            write_centered(
                page, content, x=block.x + ROW, y=y + place * half, width=WHO, height=half, size=6.5
            )
    if not deal.void:
        for place, letter in enumerate("AB"):
            content = points_label(deal.side_cost(letter))
            write_centered(
                page, content, x=block.side_x, y=y + place * half, width=SIDE, height=half, size=6.5
            )


def _draw_seat_boxes(
    page: Page, block: Block, row: RowOnPaper, seat: str, *, y: float, third: float, crossed: bool
) -> None:
    """Draw opening, points left, okeys, infractions, nothing if `crossed`; `third` is of the row's height."""
    x, wide = block.seat_x(seat), block.seat
    if crossed:
        return
    deal = as_deal_of_101(row.deal)
    cell = deal.seats[seat] if deal else None
    draw_marks(page, openings(cell), x=x, y=y + third * 0.72, width=wide, size=5.4)
    page.line(x, y + third, x + wide, y + third, thickness=0.3)
    page.line(x, y + 2 * third, x + wide, y + 2 * third, thickness=0.3)
    page.line(x + wide * 0.4, y + 2 * third, x + wide * 0.4, y + 3 * third, thickness=0.3)
    if cell:
        write_centered(page, cell.points, x=x, y=y + third, width=wide, height=third, size=6.5)
        write_centered(page, cell.okeys, x=x, y=y + 2 * third, width=wide * 0.4, height=third, size=6)
        write_centered(
            page, cell.fouls, x=x + wide * 0.4, y=y + 2 * third, width=wide * 0.6, height=third, size=6
        )


def _draw_totals(page: Page, block: Block, match: MatchOnPaper, y: float, height: float) -> None:
    page.box(block.side_x, y, SIDE, height, fill=TINT)
    page.text(gettext("Total"), x=block.x + 0.8, y=y + height / 2 + 0.8, size=6, bold=True)
    for seat, letter, total in (("A1", "A", match.total_a), ("B1", "B", match.total_b)):
        page.text(letter, x=block.seat_x(seat) + 0.8, y=y + height / 2 + 0.8, size=6, bold=True)
        sum_label = points_label(total)
        write_centered(
            page, sum_label, x=block.seat_x(seat), y=y, width=block.seat * 2, height=height, size=8
        )
