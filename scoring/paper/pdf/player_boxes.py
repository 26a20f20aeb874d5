"""Matches below each other, with players' boxes and what sides pay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from scoring.paper.games.game_sheet import Box
from scoring.paper.games.written_hands import DealOnPaper
from scoring.paper.pdf.page_canvas import INK, QUIET, TINT, Page, text_width
from scoring.paper.pdf.page_frame import Frame
from scoring.paper.pdf.sheet_grid import (
    draw_marks,
    draw_strike_label,
    marks_with_choice,
    match_title,
    points_label,
    row_name,
    seat_name,
    strike_label,
    write_centered,
)
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper, RowOnPaper, rows_are_high

HEAD: Final = 11.5
TITLE: Final = 4.6
TALLEST: Final = 12.0
SUM: Final = 1.15
"""Height of the sums, in rows."""
ROW: Final = 6.5
MARK: Final = 4.2
"""Width of a one-letter mark; longer ones take LONG, boxes to write in WRITTEN."""
LONG: Final = 7.7
WRITTEN: Final = 13.0
SIDES: Final = 40.0
"""Total width of sides' columns; two sides take three quarters."""
PARTS: Final = {1: 0.22, 2: 0.32}
"""Share of a player's columns by number of marks; boxes to write in share the rest."""


@dataclass(frozen=True)
class Column:
    """A row's name, a box of the hand or a seat, or what a side pays."""

    x: float
    width: float
    part: str
    box: Box | None = None
    owner: str = ""

    @property
    def end(self) -> float:
        return self.x + self.width

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def is_side_total(self) -> bool:
        return self.part == "sum"

    @property
    def name(self) -> str:
        return f"{self.owner}-{self.part}" if self.owner else self.part


@dataclass(frozen=True)
class Grid:
    """`has_high_rows`: marks in two lines fit."""

    sheet: PaperSheet
    columns: Sequence[Column]
    row_height: float
    has_high_rows: bool

    @property
    def edges(self) -> tuple[float, float]:
        return self.columns[0].x, self.columns[-1].end


def draw_player_boxes(page: Page, sheet: PaperSheet, matches: Sequence[MatchOnPaper], frame: Frame) -> None:
    """Draw matches below each other; row height adapts to the frame."""
    circled = rows_are_high(matches)
    lines = sum(len(match.rows) + SUM for match in matches)
    row_height = min(TALLEST, (frame.height - HEAD - TITLE * len(matches)) / lines)
    grid = Grid(sheet, columns(sheet, frame.x, frame.width, circled=circled), row_height, circled)
    _draw_heads(page, grid, frame.y)
    y = frame.y + HEAD
    for match in matches:
        page.text(match_title(match), x=frame.x + 1, y=y + TITLE - 1.2, size=7.5, bold=True)
        y += TITLE
        bottom = y + row_height * len(match.rows)
        _draw_lines(page, grid, y, bottom)
        for place, row in enumerate(match.rows):
            _draw_deal_row(page, grid, row, y + place * row_height)
        _draw_totals(page, grid, match, bottom)
        y = bottom + row_height * SUM


def columns(sheet: PaperSheet, x: float, width: float, *, circled: bool) -> list[Column]:
    """Return columns: row, boxes of the hand, then per side its seats and sum.

    `circled`: marks in two lines fit. `x` and `width` are in mm.
    """
    boxes = [(box, _width(box, circled=circled)) for box in sheet.boxes]
    side = SIDES / max(len(sheet.sides), 8 / 3)
    seat = (width - ROW - sum(wide for _box, wide in boxes) - side * len(sheet.sides)) / len(sheet.seats)
    laid = [Column(x, ROW, "row")]
    for box, wide in boxes:
        laid.append(Column(laid[-1].end, wide, box.part, box))
    for letter, seats in sheet.seats_by_side:
        for code in seats:
            for box, share in _shares(sheet.game_sheet.seat_boxes):
                laid.append(Column(laid[-1].end, seat * share, box.part, box, code))
        laid.append(Column(laid[-1].end, side, "sum", owner=letter))
    return laid


def _width(box: Box, *, circled: bool) -> float:
    if not box.marks or (box.lines > 1 and not circled):
        return WRITTEN
    wide = MARK if max(map(len, box.marks)) == 1 else LONG
    return wide * -(-len(box.marks) // box.lines)


def _shares(boxes: Sequence[Box]) -> list[tuple[Box, float]]:
    marked_share = sum(PARTS[len(box.marks)] for box in boxes if box.marks)
    free = (1 - marked_share) / sum(not box.marks for box in boxes)
    return [(box, PARTS[len(box.marks)] if box.marks else free) for box in boxes]


def _draw_heads(page: Page, grid: Grid, y: float) -> None:
    """Draw players' names over their boxes, sides' letters over the sums, and each column's head."""
    sheet = grid.sheet
    for code in sheet.seats:
        owner_columns = [column for column in grid.columns if column.owner == code]
        wide = owner_columns[-1].end - owner_columns[0].x
        called, surname = seat_name(sheet, code)
        page.text(called, x=owner_columns[0].x + 0.8, y=y + 3.4, size=8, bold=True, width=wide - 1.2)
        page.text(surname, x=owner_columns[0].x + 0.8, y=y + 7, size=7.5, width=wide - 1.2)
    for column in grid.columns:
        if column.is_side_total:
            page.text(column.owner, x=column.middle, y=y + 4.8, size=10, bold=True, align="middle")
        head, room = sheet.heads[column.part], column.width - 0.4
        page.text(
            head,
            x=column.middle,
            y=y + HEAD - 1.4,
            size=6.2,
            align="middle",
            grey=QUIET,
            width=room,
            smallest=4,
        )


def _draw_lines(page: Page, grid: Grid, y: float, bottom: float) -> None:
    """Draw lines and tint the sides' totals, from `y`; the total row is below `bottom`."""
    left, right = grid.edges
    foot = bottom + grid.row_height * SUM
    for column in grid.columns:
        if column.is_side_total:
            page.box(column.x, y, column.width, foot - y, fill=TINT)
    for place in range(round((bottom - y) / grid.row_height)):
        page.line(
            left,
            y + place * grid.row_height,
            right,
            y + place * grid.row_height,
            thickness=0.4 if place else 1,
        )
    for height in (bottom, foot):
        page.line(left, height, right, height, thickness=1)
    owner = None
    for column in grid.columns:
        framed = column.is_side_total or column.part == "row"
        thick = framed or not column.owner or column.owner != owner
        page.line(column.x, y, column.x, foot if framed else bottom, thickness=1 if thick else 0.4)
        if column.is_side_total:
            page.line(column.end, y, column.end, foot, thickness=1)
        owner = column.owner


def _draw_deal_row(page: Page, grid: Grid, row: RowOnPaper, y: float) -> None:
    """Draw a row with its deal's values, else empty boxes; `y` is the top.

    Void hands and fixed points have a label instead of boxes.
    """
    crossed = strike_label(row.deal) if row.deal else ""
    for column in grid.columns:
        cell = Frame(column.x, y, column.width, grid.row_height)
        if column.box is None:
            content = row_name(row) if column.part == "row" else _side_cost_label(row.deal, column.owner)
            write_centered(page, content, x=cell.x, y=cell.y, width=cell.width, height=cell.height)
        elif not crossed:
            _draw_box(page, grid, column, row.deal, cell)
    if crossed:
        boxed = [column for column in grid.columns if column.box]
        draw_strike_label(page, crossed, x=(boxed[0].x + boxed[-1].end) / 2, y=y + grid.row_height / 2)


def _side_cost_label(deal: DealOnPaper | None, side: str) -> str:
    return points_label(deal.side_cost(side)) if deal and not deal.void else ""


def _draw_box(page: Page, grid: Grid, column: Column, deal: DealOnPaper | None, cell: Frame) -> None:
    """Circle the deal's choice; without marks, or in rows too low for them, write its value."""
    box = column.box
    assert box is not None
    if not box.marks or (box.lines > 1 and not grid.has_high_rows):
        content = grid.sheet.game_sheet.mark_label(box.part, deal.mark(column.name)) if deal else ""
        write_centered(page, content, x=cell.x, y=cell.y, width=cell.width, height=cell.height)
        return
    marks = marks_with_choice(box, grid.sheet, deal, column.owner)
    if box.lines > 1:
        _draw_marks_in_lines(page, marks, box.lines, cell)
        return
    size = min(6.5, cell.height * 1.25)
    draw_marks(page, marks, x=cell.x, y=cell.y + cell.height / 2 + size * 0.125, width=cell.width, size=size)


def _draw_marks_in_lines(page: Page, marks: Sequence[tuple[str, bool]], lines: int, cell: Frame) -> None:
    """Spread marks evenly over `lines`, the chosen in ovals."""
    marks_per_line = -(-len(marks) // lines)
    wide, high = cell.width / marks_per_line, cell.height / (lines + 0.4)
    size = min(6.5, high * 1.8)
    for place, (mark, chosen) in enumerate(marks):
        middle = cell.x + (place % marks_per_line + 0.5) * wide
        y = cell.y + cell.height / 2 + (place // marks_per_line - (lines - 1) / 2) * high
        page.text(
            mark, x=middle, y=y + size * 0.125, size=size, align="middle", grey=INK if chosen else QUIET
        )
        if chosen:
            page.oval(middle, y, max(text_width(mark, size) + 1.2, high), min(high * 0.98, size * 0.45))


def _draw_totals(page: Page, grid: Grid, match: MatchOnPaper, y: float) -> None:
    height = grid.row_height * SUM
    page.text(gettext("Total"), x=grid.edges[0] + 1, y=y + height / 2 + 0.9, size=7, bold=True)
    for column in grid.columns:
        if column.is_side_total:
            sum_label = points_label(match.totals.get(column.owner))
            write_centered(page, sum_label, x=column.x, y=y, width=column.width, height=height, size=9)
