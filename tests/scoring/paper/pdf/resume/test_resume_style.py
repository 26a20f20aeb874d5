from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.platypus import Spacer

from scoring.paper.pdf.document import document_as_pdf
from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.resume.resume_style import CELL, CHAPTER, LEGEND, PART, grid, paragraph


@pytest.mark.parametrize("height", range(640, 740, 10))
def test_heading_is_on_the_page_of_its_table(height):
    register_fonts()
    heads = [paragraph("Gruplar", CHAPTER), paragraph("C grubu", PART), paragraph("Averaj", LEGEND)]
    table = grid([[paragraph(f"Takım {number}", CELL)] for number in range(6)], [200], head=False)
    document = document_as_pdf([Spacer(1, height), *heads, table], title="", author="", page_note="")
    texts = [page.extract_text() for page in PdfReader(BytesIO(document)).pages]
    (page,) = [text for text in texts if "C grubu" in text]
    assert "Gruplar" in page
    assert "Takım 0" in page


def test_head_of_a_table_repeats_on_every_page():
    register_fonts()
    rows = [[paragraph("Üçüncü tur", PART)], *([paragraph(f"{number}", CELL)] for number in range(200))]
    document = document_as_pdf([grid(rows, [200])], title="Sonuçlar", author="Kulüp", page_note="")
    pages = PdfReader(BytesIO(document)).pages
    assert len(pages) > 1
    assert all("Üçüncü tur" in page.extract_text() for page in pages)
