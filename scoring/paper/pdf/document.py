from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, SimpleDocTemplate

from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.numbered_canvas import NumberedCanvas

MARGIN: Final = 12 * mm
FRAME_PADDING: Final = 6
"""That of reportlab around a page's content."""


def document_as_pdf(
    story: Sequence[Flowable],
    *,
    title: str,
    author: str,
    page_note: str,
    logo: bytes = b"",
    first_heading: str = "",
) -> bytes:
    """Return the story as an A4 PDF with logo, title, `page_note` and page number on every page.

    `first_heading` replaces the title above the first page.
    """
    document, _pages = document_and_page_count(
        story, title=title, author=author, page_note=page_note, logo=logo, first_heading=first_heading
    )
    return document


def document_and_page_count(
    story: Sequence[Flowable],
    *,
    title: str,
    author: str,
    page_note: str,
    logo: bytes = b"",
    first_heading: str = "",
) -> tuple[bytes, int]:
    """Return what `document_as_pdf` does, and how many pages it has."""
    register_fonts()
    file = BytesIO()
    document = SimpleDocTemplate(
        file,
        pagesize=A4,
        leftMargin=MARGIN - FRAME_PADDING,
        rightMargin=MARGIN - FRAME_PADDING,
        topMargin=MARGIN + 5 * mm,
        bottomMargin=MARGIN + 2 * mm,
        title=title,
        author=author,
        creator="Istaka",
    )
    canvas = NumberedCanvas.subclass_with_texts(title, page_note, logo, first_heading=first_heading)
    document.build(list(story), canvasmaker=canvas)
    return file.getvalue(), document.page
