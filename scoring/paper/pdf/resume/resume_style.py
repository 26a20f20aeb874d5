from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.html import escape
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from scoring.paper.pdf.fonts import BOLD, REGULAR
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import source_label
from tournaments.naming.names import join_sides

GREY: Final = HexColor("#555555")
TINT: Final = HexColor("#eeeeee")


def _style(name: str, size: float, *, bold: bool = False, before: float = 0, **more: Any) -> ParagraphStyle:
    font = BOLD if bold else REGULAR
    return ParagraphStyle(name, fontName=font, fontSize=size, leading=size * 1.32, spaceBefore=before, **more)


TITLE: Final = _style("title", 15, bold=True)
CHAPTER: Final = _style("chapter", 12, bold=True, before=10, spaceAfter=3, keepWithNext=True)
PART: Final = _style("part", 9.5, bold=True, before=7, spaceAfter=1.5, keepWithNext=True)
TEXT: Final = _style("text", 8)
SMALL: Final = _style("small", 7, textColor=GREY)
LEGEND: Final = _style("legend", 7, textColor=GREY, keepWithNext=True)
CELL: Final = _style("cell", 7.5)
STRONG: Final = _style("strong", 7.5, bold=True)
FIGURE: Final = _style("figure", 7.5, alignment=2)
STRONG_FIGURE: Final = _style("strong figure", 7.5, bold=True, alignment=2)


def paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(text), style)


def grid(
    rows: Sequence[Sequence[Flowable]],
    widths: Sequence[float],
    *,
    tinted: Sequence[int] = (),
    head: bool = True,
) -> Table:
    """Return a table with lines; `widths` are in points, `tinted` are column indexes.

    With `head`, the first row is tinted and repeats on every page.
    """
    style_commands: list[tuple[Any, ...]] = [
        ("GRID", (0, 0), (-1, -1), 0.4, GREY),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 1.2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
        ("LEFTPADDING", (0, 0), (-1, -1), 2.5),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2.5),
    ]
    style_commands += [("BACKGROUND", (column, 0), (column, -1), TINT) for column in tinted]
    if head:
        style_commands.append(("BACKGROUND", (0, 0), (-1, 0), TINT))
    return Table(
        [list(row) for row in rows],
        colWidths=list(widths),
        style=TableStyle(style_commands),
        hAlign="LEFT",
        repeatRows=int(head),
    )


def sides_label(listing: EncounterListing) -> str:
    return join_sides(
        side.entrant.name if side.entrant else source_label(listing, side) for side in listing.sides
    )


def winner_label(listing: EncounterListing) -> str:
    return listing.winner.entrant.name if listing.winner and listing.winner.entrant else ""
