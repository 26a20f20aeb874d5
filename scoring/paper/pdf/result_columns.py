"""Encounters in columns: `listing_cells` or `tie_cells`, read downwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Table, TableStyle

from scoring.paper.pdf.page_canvas import text_width
from scoring.paper.pdf.result_rows import OF_FOUR, Cells, results_grid
from scoring.paper.pdf.resume.resume_style import (
    CELL,
    CENTRE,
    GAP,
    LINE,
    SMALL,
    WIDTH,
    current_type,
    paragraph,
    sized,
)

HALF: Final = (WIDTH - GAP) / 2
SIGN: Final = 4 * mm
PADDING: Final = 2.5 * mm
SIDES: Final = 6
"""Cells of an encounter before its note: label, side, figure, sign, figure, side."""
LEFT_FIGURE, NOTE = 2, 6
SMALL_CENTRED: Final = ParagraphStyle("small and centred", parent=SMALL, alignment=CENTRE)
BLANK: Final[Cells] = [("", CELL)] * (SIDES + 1)


def columns_of_results(rows: Sequence[Cells], *, columns: int = 2, width: float = HALF) -> Table:
    """Return rows (one or more) in columns of a `width`; those of tables of four in one across the page."""
    if len(rows[0]) <= len(OF_FOUR):
        return results_grid(rows, OF_FOUR)
    length = -(-len(rows) // columns)
    halves = [rows[at : at + length] for at in range(0, len(rows), length)]
    cells, style = [], _spacing()
    for line in zip_longest(*halves, fillvalue=BLANK):
        cells.append(_with_gaps([_sides(row) for row in line]))
        if any(_note_below(row) for row in line):
            cells.append(
                _with_gaps([["", paragraph(_note_below(row), SMALL_CENTRED), *[""] * 4] for row in line])
            )
        style += [
            command
            for at, row in enumerate(line)
            if row is not BLANK
            for command in _row_style(row, at * (SIDES + 1), len(cells) - 1, line)
        ]
    widths = _widths(rows, width)
    all_widths = [width for at in range(len(halves)) for width in ([GAP, *widths] if at else widths)]
    return Table(cells, colWidths=all_widths, style=TableStyle(style), hAlign="LEFT")


def _spacing() -> list[tuple[Any, ...]]:
    rows_type = current_type()
    return [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), rows_type.above),
        ("BOTTOMPADDING", (0, 0), (-1, -1), rows_type.below),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
    ]


def _with_gaps(halves: Sequence[Sequence[Any]]) -> list[Any]:
    return [cell for at, half in enumerate(halves) for cell in (["", *half] if at else half)]


def _sides(row: Cells) -> list[Any]:
    """Return label, sides and figures; of an encounter decided without play its note between the sides."""
    cells = [paragraph(text, style) for text, style in row[:SIDES]]
    if _unplayed(row):
        cells[LEFT_FIGURE] = paragraph(row[NOTE][0], SMALL_CENTRED)
    return cells


def _unplayed(row: Cells) -> bool:
    return bool(row[NOTE][0]) and not row[LEFT_FIGURE][0]


def _note_below(row: Cells) -> str:
    return "" if _unplayed(row) else row[NOTE][0]


def _row_style(row: Cells, first: int, bottom: int, line: Sequence[Cells]) -> list[tuple[Any, ...]]:
    """Return a row's style from column `first`; `line` are rows side by side, `bottom` is its last row."""
    last, noted = first + SIDES - 1, any(_note_below(neighbour) for neighbour in line)
    top = bottom - noted
    style: list[tuple[Any, ...]] = [("LINEBELOW", (first, bottom), (last, bottom), 0.4, LINE)]
    if _unplayed(row):
        style.append(("SPAN", (first + LEFT_FIGURE, top), (first + LEFT_FIGURE + 2, top)))
    if noted:
        style += [
            ("SPAN", (first + 1, bottom), (last, bottom)),
            ("BOTTOMPADDING", (first, top), (last, top), 0),
            ("TOPPADDING", (first, bottom), (last, bottom), 0),
            ("NOSPLIT", (0, top), (-1, bottom)),
        ]
    return style


def _widths(rows: Sequence[Cells], width: float) -> list[float]:
    """Return a column's widths: label and figures as needed, the sides share the rest."""
    label = _longest(rows, 0)
    figure = max(_longest(rows, 2), _longest(rows, 4), (_longest_note_word(rows) - SIGN) / 2)
    side = (width - label - SIGN - 2 * figure) / 2
    return [label, side, figure, SIGN, figure, side]


def _longest_note_word(rows: Sequence[Cells]) -> float:
    """Return the width of the longest word among notes between the sides, zero without any."""
    words = [word for row in rows if _unplayed(row) for word in row[NOTE][0].split()]
    size = sized(SMALL_CENTRED).fontSize
    return float(PADDING + mm * max((text_width(word, size) for word in words), default=0))


def _longest(rows: Sequence[Cells], column: int) -> float:
    widths = [
        text_width(text, sized(style).fontSize, bold=True) for text, style in (row[column] for row in rows)
    ]
    return float(PADDING + max(widths) * mm)
