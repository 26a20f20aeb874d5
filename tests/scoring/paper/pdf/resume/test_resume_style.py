from __future__ import annotations

from io import BytesIO

from pypdf import PdfReader

from scoring.paper.pdf.document import document_as_pdf
from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.resume.resume_style import CELL, PART, grid, paragraph


def test_head_of_a_table_repeats_on_every_page():
    register_fonts()
    rows = [[paragraph("Üçüncü tur", PART)], *([paragraph(f"{number}", CELL)] for number in range(200))]
    document = document_as_pdf([grid(rows, [200])], title="Sonuçlar", author="Kulüp", page_note="")
    pages = PdfReader(BytesIO(document)).pages
    assert len(pages) > 1
    assert all("Üçüncü tur" in page.extract_text() for page in pages)
