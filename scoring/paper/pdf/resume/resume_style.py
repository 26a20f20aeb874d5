from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django.utils.html import escape
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from scoring.paper.pdf.fonts import BOLD, REGULAR
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import source_label
from tournaments.naming.names import join_sides

INK: Final = HexColor("#14201a")
GREY: Final = HexColor("#5a6860")
GREEN: Final = HexColor("#14583d")
LINE: Final = HexColor("#c9d1ca")
TINT: Final = HexColor("#eff2ee")
SOFT: Final = HexColor("#e6f1eb")
"""Behind winners."""
WIDTH: Final = 186 * mm
"""Of the text on an A4 page."""
GAP: Final = 8 * mm
"""Between two columns."""
RIGHT, CENTRE = 2, 1


def _style(name: str, size: float, *, bold: bool = False, before: float = 0, **more: Any) -> ParagraphStyle:
    look = {"fontName": BOLD if bold else REGULAR, "textColor": INK, "leading": size * 1.3, **more}
    return ParagraphStyle(name, fontSize=size, spaceBefore=before, **look)


TITLE: Final = _style("title", 22, bold=True, leading=28, spaceAfter=3)
CHAPTER: Final = _style("chapter", 13, bold=True, before=16, spaceAfter=3, textColor=GREEN, keepWithNext=True)
PART: Final = _style("part", 10, bold=True, before=9, spaceAfter=2, keepWithNext=True)
TEXT: Final = _style("text", 9)
SMALL: Final = _style("small", 7.5, textColor=GREY)
LEGEND: Final = _style("legend", 7.5, textColor=GREY, spaceAfter=2, keepWithNext=True)
HEAD: Final = _style("head", 7.5, textColor=GREY)
HEAD_FIGURE: Final = _style("head over figures", 7.5, textColor=GREY, alignment=RIGHT)
HEAD_CENTRED: Final = _style("head over centred", 7.5, textColor=GREY, alignment=CENTRE)
CHAMPION: Final = _style("champion", 16, bold=True)
GREEN_LABEL: Final = _style("label", 8.5, bold=True, textColor=GREEN)
CELL: Final = _style("cell", 8.5)
STRONG: Final = _style("strong", 8.5, bold=True)
FIGURE: Final = _style("figure", 8.5, alignment=RIGHT)
STRONG_FIGURE: Final = _style("strong figure", 8.5, bold=True, alignment=RIGHT)
CENTRED: Final = _style("centred", 8.5, alignment=CENTRE)


@dataclass(frozen=True)
class TypeSize:
    """`sizes` by the usual ones, and the space above and below a row's text, in points.

    `leading` and `ties`, the height of a bracket's ties, are ratios: to the size, and to the usual height.
    """

    sizes: Mapping[float, float]
    above: float
    below: float
    leading: float
    ties: float


USUAL: Final = TypeSize(MappingProxyType({}), 0.9, 2, leading=1.3, ties=1)
COMPACT: Final = TypeSize(MappingProxyType({7.5: 9, 8.5: 9.2, 9: 9.5}), 0.9, 2, leading=1.2, ties=1.12)
"""Secondary type is legible, rows are no higher than usual."""
LARGE: Final = TypeSize(
    MappingProxyType({7.5: 9.2, 8.5: 10.5, 9: 10.5, 10: 12, 13: 15, 16: 19}), 2.4, 3.8, leading=1.3, ties=1.3
)
_TYPE_SIZE: Final = ContextVar("type_size", default=USUAL)


@contextmanager
def set_in(type_size: TypeSize) -> Iterator[None]:
    """Set paragraphs, grids and brackets made in the context in `type_size`."""
    token = _TYPE_SIZE.set(type_size)
    try:
        yield
    finally:
        _TYPE_SIZE.reset(token)


def current_type() -> TypeSize:
    return _TYPE_SIZE.get()


def sized(style: ParagraphStyle) -> ParagraphStyle:
    """Return the style in the current type size."""
    type_size = current_type()
    size = type_size.sizes.get(style.fontSize)
    if size is None:
        return style
    name, leading = f"{style.name} of {size} pt", size * type_size.leading
    return ParagraphStyle(name, parent=style, fontSize=size, leading=leading)


def paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(text), sized(style))


def grid(
    rows: Sequence[Sequence[Flowable]],
    widths: Sequence[float],
    *,
    tinted: Sequence[int] = (),
    head: bool = True,
) -> Table:
    """Return a table with a line under each row; `widths` are in points, `tinted` are column indexes.

    With `head`, the first row is underlined and repeats on every page.
    """
    rows_type = current_type()
    style_commands: list[tuple[Any, ...]] = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("ALIGN", (0, 0), (-1, -1), "CENTER"),
        ("TOPPADDING", (0, 0), (-1, -1), rows_type.above),
        ("BOTTOMPADDING", (0, 0), (-1, -1), rows_type.below),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ]
    style_commands += [("BACKGROUND", (column, 0), (column, -1), TINT) for column in tinted]
    if head:
        style_commands.append(("LINEBELOW", (0, 0), (-1, 0), 0.8, GREY))
    return Table(
        [list(row) for row in rows],
        colWidths=list(widths),
        style=TableStyle(style_commands),
        hAlign="LEFT",
        repeatRows=int(head),
    )


def side_by_side(tables: Sequence[Table], widths: Sequence[float]) -> Table:
    """Return two tables, together lower than a page, with GAP between them."""
    left, right = tables
    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("TOP", "BOTTOM", "LEFT", "RIGHT")),
    ]
    columns = [widths[0], GAP, widths[1]]
    return Table([[left, "", right]], colWidths=columns, style=TableStyle(style), hAlign="LEFT")


def sides_label(listing: EncounterListing) -> str:
    return join_sides(
        side.entrant.name if side.entrant else source_label(listing, side) for side in listing.sides
    )
