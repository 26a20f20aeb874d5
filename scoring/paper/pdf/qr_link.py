from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe

from scoring.paper.pdf.page_canvas import Page

QUIET = 2
"""Margin in modules; white paper needs no more."""


def qr_svg(link: str) -> SafeString:
    drawn: str = segno.make(link, error="m", micro=False).svg_inline(
        omitsize=True, light="#fff", border=QUIET
    )
    return mark_safe(drawn)  # noqa: S308  drawn from our own link


def draw_qr(page: Page, link: str, *, x: float, y: float, size: float) -> None:
    """Draw a QR code of `size` mm with its margin, from its upper left corner."""
    rows = [bytes(row) for row in segno.make(link, error="m", micro=False).matrix]
    module = size / (len(rows) + 2 * QUIET)
    for line, row in enumerate(rows, start=QUIET):
        start = 0
        while (start := row.find(1, start)) >= 0:
            end = row.find(0, start)
            end = len(row) if end < 0 else end
            page.box(x + (start + QUIET) * module, y + line * module, (end - start) * module, module, fill=0)
            start = end
