"""Matches below each other, a hand per line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from scoring.paper.games import okey101_notation
from scoring.paper.games.okey101_boxes import marks_with_choice
from scoring.paper.games.okey101_hands import DealOf101, as_deal_of_101
from scoring.paper.games.okey101_sheet_labels import heads
from scoring.paper.pdf.page_canvas import QUIET, TINT, Page
from scoring.paper.pdf.sheet_grid import (
    draw_marks,
    draw_strike_label,
    match_title,
    points_label,
    row_name,
    seat_name,
    strike_label,
    write_centered,
)
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper

HEAD: Final = 11.5
TITLE: Final = 4.6
TALLEST: Final = 13.5
SUM: Final = 1.15
"""Height of the sums, in rows."""
ROW, WHO, HOW, INDICATOR, SIDE = 6.5, 9.0, 11.0, 10.0, 14.5
PARTS: Final = {"opening": 0.34, "points": 0.28, "okeys": 0.15, "fouls": 0.23}


@dataclass(frozen=True)
class Column:
    x: float
    width: float
    part: str
    seat: str = ""


def columns(sheet: PaperSheet, x: float, width: float) -> list[Column]:
    """Return columns: the hand's, then per side its seats' and sum.

    `x` and `width` are in mm.
    """
    first = [("row", ROW), ("end", WHO), ("finish", HOW)]
    if any(box.part == "indicator" for box in sheet.boxes):
        first.append(("indicator", INDICATOR))
    seat = (width - sum(wide for _part, wide in first) - len(sheet.sides) * SIDE) / len(sheet.seats)
    grid_columns: list[Column] = []

    def lay(part: str, wide: float, seat_code: str = "") -> None:
        grid_columns.append(
            Column(grid_columns[-1].x + grid_columns[-1].width if grid_columns else x, wide, part, seat_code)
        )

    for part, wide in first:
        lay(part, wide)
    for letter, codes in sheet.seats_by_side:
        for code in codes:
            for part, share in PARTS.items():
                lay(part, seat * share, code)
        lay("sum", SIDE, letter)
    return grid_columns


def draw_portrait(page: Page, sheet: PaperSheet, *, x: float, y: float, width: float, height: float) -> None:
    """Draw matches below each other; row height adapts to the frame."""
    laid = columns(sheet, x, width)
    lines = sum(len(match.rows) + SUM for match in sheet.matches)
    row_height = min(TALLEST, (height - HEAD - TITLE * len(sheet.matches)) / lines)
    _draw_head(page, sheet, laid, y)
    y += HEAD
    for match in sheet.matches:
        page.text(match_title(match), x=x + 1, y=y + TITLE - 1.2, size=7.5, bold=True)
        y += TITLE
        bottom = y + row_height * (len(match.rows) + SUM)
        _draw_table_lines(page, laid, match, y, row_height)
        for place, row in enumerate(match.rows):
            _draw_deal_row(page, laid, row, y + place * row_height, row_height)
        _draw_totals(page, laid, match, bottom - row_height * SUM, row_height * SUM)
        y = bottom


def _draw_head(page: Page, sheet: PaperSheet, laid: list[Column], y: float) -> None:
    """Draw the seats' names and the heads of columns."""
    for code in sheet.seats:
        seat_columns = [column for column in laid if column.seat == code and column.part != "sum"]
        wide = sum(column.width for column in seat_columns)
        called, surname = seat_name(sheet, code)
        page.text(called, x=seat_columns[0].x + 0.8, y=y + 3.4, size=8, bold=True, width=wide - 1.2)
        page.text(surname, x=seat_columns[0].x + 0.8, y=y + 7, size=7.5, width=wide - 1.2)
    for column in laid:
        if column.part == "sum":
            page.text(
                column.seat, x=column.x + column.width / 2, y=y + 4.8, size=10, bold=True, align="middle"
            )
        page.text(
            heads()[column.part],
            x=column.x + column.width / 2,
            y=y + HEAD - 1.4,
            size=6.2,
            align="middle",
            grey=QUIET,
            width=column.width - 0.4,
            smallest=5,
        )


def _draw_table_lines(
    page: Page, laid: list[Column], match: MatchOnPaper, y: float, row_height: float
) -> None:
    """Draw lines and shade the columns with sums."""
    left, right = laid[0].x, laid[-1].x + laid[-1].width
    bottom = y + row_height * (len(match.rows) + SUM)
    for column in laid:
        if column.part == "sum":
            page.box(column.x, y, column.width, bottom - y, fill=TINT)
    for place in range(len(match.rows) + 1):
        thick = 1 if place in (0, len(match.rows)) else 0.4
        page.line(left, y + place * row_height, right, y + place * row_height, thickness=thick)
    page.line(left, bottom, right, bottom, thickness=1)
    for column in laid:
        thick = column.part in ("row", "opening", "sum")
        end = bottom if column.part in ("row", "sum") else bottom - row_height * SUM
        page.line(column.x, y, column.x, end, thickness=1 if thick else 0.4)
    for x in (sum_.x + sum_.width for sum_ in laid if sum_.part == "sum"):
        page.line(x, y, x, bottom, thickness=1)


def _draw_deal_row(page: Page, laid: list[Column], row: RowOnPaper, y: float, height: float) -> None:
    """Draw a row with its deal's values, else empty boxes; `y` is the top.

    Void hands and fixed points have a label instead of boxes, void hands no points.
    """
    deal = as_deal_of_101(row.deal)
    crossed = strike_label(deal) if deal else ""
    for column in laid:
        content = row_name(row) if column.part == "row" else ""
        if deal and not crossed:
            content = content or _box_content(deal, column)
        elif deal and column.part == "sum" and not deal.void:
            content = points_label(deal.side_cost(column.seat))
        if column.part == "opening" and not crossed:
            mark = deal.seats[column.seat].opening if deal else ""
            base = y + height / 2 + 0.75
            draw_marks(
                page,
                marks_with_choice(mark),
                x=column.x,
                y=base,
                width=column.width,
                size=min(6.0, height * 1.25),
            )
        else:
            write_centered(page, content, x=column.x, y=y, width=column.width, height=height)
    if crossed:
        players = [column for column in laid if column.seat]
        middle = (players[0].x + laid[-1].x) / 2
        draw_strike_label(page, crossed, x=middle, y=y + height / 2)


def _box_content(deal: DealOf101, column: Column) -> str:
    """Return a box's text; blank for row numbers and openings."""
    match column.part:
        case "sum":
            return points_label(deal.side_cost(column.seat))
        case "end" | "finish":
            return okey101_notation.mark_label(column.part, getattr(deal, column.part))
        case "indicator":
            return deal.indicator
        case "points" | "okeys" | "fouls":
            return str(getattr(deal.seats[column.seat], column.part))
    return ""


def _draw_totals(page: Page, laid: list[Column], match: MatchOnPaper, y: float, height: float) -> None:
    page.text(gettext("Total"), x=laid[0].x + 1, y=y + height / 2 + 0.9, size=7, bold=True)
    for column in laid:
        if column.part == "sum":
            write_centered(
                page,
                points_label(match.totals.get(column.seat)),
                x=column.x,
                y=y,
                width=column.width,
                height=height,
                size=9,
            )
