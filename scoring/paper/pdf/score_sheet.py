"""An A4 page per encounter or match, filled in as far as recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext, pgettext

from scoring.paper.pdf.page_canvas import QUIET, Page, text_width, wrap_text
from scoring.paper.pdf.page_frame import Frame
from scoring.paper.pdf.qr_link import draw_qr
from scoring.paper.pdf.sheet_grid import side_name
from scoring.paper.pdf.sheet_labels import heading, limit_lines, side_title, signature_of, time_up_lines
from scoring.paper.pdf.sheet_layouts import layout_of
from scoring.paper.queries.score_sheets import PaperSheet
from scoring.paper.queries.sheet_matches import MatchOnPaper

A4: Final = (210.0, 297.0)
MARGIN: Final = 9.0
QR: Final = 24.0
BEFORE_CODE: Final = 4.0
HEAD: Final = 25.5
SIGN: Final = 13.0
LETTERS: Final = 7.5
LINE: Final = 2.95
BETWEEN: Final = 6.0
LOGO: Final = 12.0
TABLE_NUMBER: Final = 0.14
"""Share of the head."""


def sheets_as_pdf(sheets: Iterable[tuple[PaperSheet, str]], *, digest: str, logo: bytes = b"") -> bytes:
    """Return a PDF; each page has its sheet's link and the digest.

    The first sheet names the document. Raises IndexError without sheets.
    """
    listed = list(sheets)
    tournament = listed[0][0].tournament
    title = pgettext("title of a document", "Score sheet")
    page = Page(title=f"{title} · {tournament.name}", author=tournament.club.name)
    for sheet, link in listed:
        for matches in sheet.pages:
            page.begin(*(A4[::-1] if sheet.is_landscape else A4))
            _draw_page(page, sheet, matches, logo)
            _draw_code(page, link, digest)
            page.end()
    return page.save()


def _draw_page(page: Page, sheet: PaperSheet, matches: Sequence[MatchOnPaper], logo: bytes) -> None:
    """Draw all but the QR code: head, boxes, legend, signatures."""
    width = page.width - 2 * MARGIN
    legend = _columns(sheet, width)
    foot = page.height - MARGIN - SIGN
    top = foot - LINE * max(len(lines) for lines in legend) - 2
    _draw_head(page, sheet, width, logo)
    layout_of(sheet.game_sheet)(
        page, sheet, matches, Frame(MARGIN, MARGIN + HEAD, width, top - MARGIN - HEAD - 3)
    )
    _draw_legend(page, legend, top, width)
    _draw_signatures(page, sheet, foot + SIGN, width)


def _draw_head(page: Page, sheet: PaperSheet, width: float, logo: bytes) -> None:
    """Draw logo, heading, table and sides; unknown values become lines to write on."""
    available_width, left = width - QR - BEFORE_CODE, MARGIN
    if logo:
        page.picture(logo, x=MARGIN, y=MARGIN - 1, size=LOGO)
        left += LOGO + 3
    page.text(heading(sheet), x=left, y=MARGIN + 3, size=8, width=available_width + MARGIN - left, grey=QUIET)
    page.text(pgettext("title of a document", "Score sheet"), x=left, y=MARGIN + 10.5, size=16, bold=True)
    table = sheet.encounter.table
    share = (1 - TABLE_NUMBER) / len(sheet.sides)
    head_fields = [(gettext("Table"), str(table.number) if table else "", 0.0, TABLE_NUMBER)]
    head_fields += [
        (side_title(side.letter), side_name(sheet, side.letter), TABLE_NUMBER + place * share, share)
        for place, side in enumerate(sheet.sides)
    ]
    for label, content, start, share in head_fields:
        x = MARGIN + available_width * start
        page.text(label, x=x, y=MARGIN + 16, size=LETTERS, grey=QUIET)
        if content:
            page.text(
                content,
                x=x,
                y=MARGIN + 21.5,
                size=12,
                bold=True,
                width=available_width * share - 3,
                smallest=7,
            )
        else:
            page.line(x, MARGIN + 21.8, x + available_width * share - 6, MARGIN + 21.8)


def _draw_code(page: Page, link: str, digest: str) -> None:
    right = page.width - MARGIN
    end = right - QR - BEFORE_CODE
    page.text(digest, x=end, y=MARGIN + 10.5, size=LETTERS, align="right", grey=QUIET)
    draw_qr(page, link, x=right - QR, y=MARGIN - 2, size=QR)
    host = link.partition("://")[2].partition("/")[0]
    page.text(host, x=right - QR / 2, y=MARGIN + QR - 0.3, size=6, align="middle", grey=QUIET, width=QR)


def _columns(sheet: PaperSheet, width: float) -> list[list[tuple[str, str]]]:
    wide = (width - BETWEEN) / 2
    parts = sheet.legend.parts + limit_lines(sheet) + time_up_lines(sheet)
    paragraphs = [_paragraph(title, content, wide) for title, content in parts]
    lines = [line for paragraph in paragraphs for line in paragraph]
    half = -(-len(lines) // 2)
    return [lines[:half], lines[half:]]


def _paragraph(title: str, content: str, width: float) -> list[tuple[str, str]]:
    head = f"{title}:"
    first, *more_lines = wrap_text(content, width, LETTERS, indent=_indent(head))
    return [(head, first), *(("", line) for line in more_lines)]


def _indent(head: str) -> float:
    return text_width(f"{head} ", LETTERS, bold=True) if head else 0


def _draw_legend(page: Page, columns: Sequence[Sequence[tuple[str, str]]], y: float, width: float) -> None:
    for place, lines in enumerate(columns):
        x = MARGIN + place * ((width - BETWEEN) / 2 + BETWEEN)
        for number, (head, content) in enumerate(lines, start=1):
            if head:
                page.text(head, x=x, y=y + number * LINE, size=LETTERS, bold=True)
            page.text(content, x=x + _indent(head), y=y + number * LINE, size=LETTERS)


def _draw_signatures(page: Page, sheet: PaperSheet, y: float, width: float) -> None:
    names = [signature_of(side.letter) for side in sheet.sides] + [gettext("Scorekeeper or referee")]
    wide = (width - (len(names) - 1) * BETWEEN) / len(names)
    for place, name in enumerate(names):
        x = MARGIN + place * (wide + BETWEEN)
        page.line(x, y - 3.4, x + wide, y - 3.4, thickness=0.7)
        page.text(name, x=x, y=y - 0.2, size=LETTERS, grey=QUIET, width=wide)
