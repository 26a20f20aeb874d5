"""One match: marks to circle, and points left of each side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, pgettext

from rules.localized_text import format_signed
from scoring.paper.games.game_sheet import Box
from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf.page_canvas import QUIET, TINT, Page
from scoring.paper.pdf.page_frame import Frame
from scoring.paper.pdf.sheet_grid import (
    draw_marks,
    draw_strike_label,
    marks_with_choice,
    match_title,
    row_name,
    seat_name,
    strike_label,
    write_centered,
)
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper

NAMES: Final = 9.0
TITLE: Final = 5.5
HEAD: Final = 9.0
START: Final = 0.7
"""Height of the initial points, in rows."""
TALLEST: Final = 11.0
ROW: Final = 11.0
SIDES: Final = 60.0
"""Total width of sides' columns."""
LARGEST: Final = 10.0
RINGS: Final = (0.5, 0.24)


@dataclass(frozen=True)
class Column:
    """A row's name, a box of the hand, or a side (`letter`)."""

    x: float
    width: float
    box: Box | None = None
    letter: str = ""

    @property
    def end(self) -> float:
        return self.x + self.width

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def draw_one_match(page: Page, sheet: PaperSheet, matches: Sequence[MatchOnPaper], frame: Frame) -> None:
    """Draw the one match; row height adapts to the frame. Raises ValueError for more or none."""
    (match,) = matches
    laid = columns(sheet, frame.x, frame.width)
    _draw_names(page, sheet, frame)
    page.text(match_title(match), x=frame.x + 1, y=frame.y + NAMES + TITLE - 2, size=8.5, bold=True)
    top = frame.y + NAMES + TITLE + HEAD
    _draw_heads(page, sheet, laid, top)
    row_height = min(TALLEST, (frame.bottom - top) / (len(match.rows) + START))
    first, bottom = top + row_height * START, top + row_height * (len(match.rows) + START)
    for column in laid:
        if column.letter:
            page.box(column.x, top, column.width, bottom - top, fill=TINT)
    _draw_start_row(page, sheet, laid, top, row_height * START)
    for place, row in enumerate(match.rows):
        _draw_deal_row(
            page, sheet, laid, row, Frame(frame.x, first + place * row_height, frame.width, row_height)
        )
    _draw_lines(page, laid, [first + place * row_height for place in range(1, len(match.rows))])
    _draw_border(page, laid, (top, first, bottom))


def columns(sheet: PaperSheet, x: float, width: float) -> list[Column]:
    """Return columns, in mm: row number, boxes of the hand, points left of each side."""
    side = SIDES / len(sheet.sides) if len(sheet.sides) > 2 else SIDES / 3  # noqa: PLR2004 - two sides
    boxes = list(sheet.boxes)
    marks = sum(len(box.marks) + 1 for box in boxes)
    mark = (width - ROW - side * len(sheet.sides)) / marks
    laid = [Column(x, ROW)]
    for box in boxes:
        laid.append(Column(laid[-1].end, mark * (len(box.marks) + 1), box))
    for sheet_side in sheet.sides:
        laid.append(Column(laid[-1].end, side, letter=sheet_side.letter))
    return laid


def points_left_label(points: int | None) -> str:
    if points is None:
        return ""
    return format_signed(points, get_language() or "tr") if points < 0 else str(points)


def _draw_names(page: Page, sheet: PaperSheet, frame: Frame) -> None:
    wide, y = frame.width / len(sheet.seats), frame.y
    for place, seat in enumerate(sheet.seats):
        x = frame.x + place * wide
        called, surname = seat_name(sheet, seat)
        page.text(f"{seat[0]} · {called}", x=x + 1, y=y + 3.4, size=9, bold=True, width=wide - 3)
        page.text(surname, x=x + 1, y=y + 7.2, size=8, width=wide - 3)
        if not surname:
            page.line(x + 10, y + 3.8, x + wide - 4, y + 3.8)


def _draw_heads(page: Page, sheet: PaperSheet, laid: list[Column], y: float) -> None:
    """Write column heads above `y`, with sides' letters."""
    heads = sheet.heads
    for column in laid:
        head = (
            pgettext("head on a score sheet", "left")
            if column.letter
            else heads[column.box.part if column.box else "row"]
        )
        if column.letter:
            page.text(column.letter, x=column.middle, y=y - 5, size=11, bold=True, align="middle")
        page.text(
            head, x=column.middle, y=y - 1.6, size=7, align="middle", grey=QUIET, width=column.width - 0.6
        )


def _draw_start_row(page: Page, sheet: PaperSheet, laid: list[Column], y: float, height: float) -> None:
    """Write the points that each side starts with."""
    start_label = pgettext("first row of a score sheet", "start")
    page.text(
        start_label,
        x=laid[1].x - 0.8,
        y=y + height / 2 + 0.8,
        size=6.2,
        align="right",
        grey=QUIET,
        width=ROW - 1.2,
    )
    for column in laid:
        if column.letter:
            write_centered(
                page,
                str(sheet.game_sheet.ends_at),
                x=column.x,
                y=y,
                width=column.width,
                height=height,
                size=9,
            )


def _draw_deal_row(page: Page, sheet: PaperSheet, laid: list[Column], row: RowOnPaper, band: Frame) -> None:
    """Draw a row with its deal's values and points left, else empty boxes.

    Void hands and fixed points have a label instead of boxes.
    """
    crossed = strike_label(row.deal) if row.deal else ""
    for column in laid:
        cell = Frame(column.x, band.y, column.width, band.height)
        if column.box is None:
            content = (
                points_left_label(row.points_left.get(column.letter)) if column.letter else row_name(row)
            )
            write_centered(page, content, x=cell.x, y=cell.y, width=cell.width, height=cell.height, size=10)
        elif not crossed:
            _draw_box(page, sheet, column.box, row.deal, cell)
    if crossed:
        boxed = [column for column in laid if column.box]
        draw_strike_label(page, crossed, x=(boxed[0].x + boxed[-1].end) / 2, y=band.y + band.height / 2)


def _draw_box(page: Page, sheet: PaperSheet, box: Box, deal: DealOnPaper | None, cell: Frame) -> None:
    """Draw the marks, the deal's choice circled; in a box without marks, write its value."""
    if not box.marks:
        content = sheet.game_sheet.mark_label(box.part, deal.mark(box.part)) if deal else ""
        write_centered(page, content, x=cell.x, y=cell.y, width=cell.width, height=cell.height)
        return
    size = min(LARGEST, cell.height * 1.25)
    draw_marks(
        page,
        marks_with_choice(box, sheet, deal),
        x=cell.x + 1,
        y=cell.y + cell.height / 2 + size * 0.125,
        width=cell.width - 2,
        size=size,
        rings=RINGS,
    )


def _draw_lines(page: Page, laid: list[Column], heights: Sequence[float]) -> None:
    for height in heights:
        page.line(laid[0].x, height, laid[-1].end, height)


def _draw_border(page: Page, laid: list[Column], heights: Sequence[float]) -> None:
    for height in heights:
        page.line(laid[0].x, height, laid[-1].end, height, thickness=1)
    for x in [*(column.x for column in laid), laid[-1].end]:
        page.line(x, heights[0], x, heights[-1], thickness=1)
