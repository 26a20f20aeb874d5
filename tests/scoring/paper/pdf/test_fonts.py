from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFontFile
from reportlab.pdfgen.canvas import Canvas

from scoring.paper.pdf.document import document_as_pdf
from scoring.paper.pdf.fonts import CHAINS, REGULAR, font_file, register_fonts, text_parts
from scoring.paper.pdf.page_canvas import Page, fit_text, text_width, wrap_text
from scoring.paper.pdf.resume.resume_style import CELL, STRONG, grid, paragraph
from tournaments.naming.names import join_sides

TURKISH = "Çağrı Öğüt – Şükrü İğdır"
NAMES = (
    TURKISH,
    "Əliyev Məmməd",
    "Иван Петренко-Їжак",
    "Γιώργος Παπαδόπουλος",
    "محمد علی",
    "عبد الله کریم",
    "Oʻktam Gʻulomov",
    "Țepeș Ștefan",
    "Nguyễn Thị Ánh",
    "Łukasz Żółć",
    "שלום כהן",
    "გიორგი",
    "Հովհաննես Թումանյան և Ան",
    "李明 / 王芳",
    "田中ひろし",
    "ジョン・スミス",
    "김민수",
    "สมชาย กี่ปู่",
    "विक्रम",
    "አበበ",
)
PRINTABLE = st.characters(exclude_categories=["C", "Zl", "Zp"])
NOTDEF = 0
"""The code of a missing glyph in every subset of reportlab."""


def page_with(*texts: str, **more: Any) -> bytes:
    page = Page(title="", author="")
    page.begin(210, 297)
    for number, text in enumerate(texts, start=1):
        page.text(text, x=20, y=10 * number, size=12, **more)
    page.end()
    return page.save()


def table_with(*texts: str) -> bytes:
    register_fonts()
    rows = [[paragraph(text, CELL), paragraph(text, STRONG)] for text in texts]
    return document_as_pdf([grid(rows, [150, 150])], title=texts[0], author="", page_note="")


def words_of(document: bytes) -> set[str]:
    pages = PdfReader(BytesIO(document)).pages
    return set(unicodedata.normalize("NFKC", " ".join(page.extract_text() for page in pages)).split())


def fonts_of(document: bytes) -> set[str]:
    pages = PdfReader(BytesIO(document)).pages
    fonts = [font.get_object() for page in pages for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
    return {font["/BaseFont"].partition("+")[2] for font in fonts if "+" in font["/BaseFont"]}


def codes(name: str, font: str) -> Iterator[int]:
    register_fonts()
    canvas = Canvas(BytesIO())
    for _subset, letters in pdfmetrics.getFont(font).splitString(name, canvas._doc):
        yield from letters


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("draw", [page_with, table_with])
def test_name_of_every_script_is_printed(draw, name):
    assert words_of(draw(name)) >= set(unicodedata.normalize("NFKC", name).split())


@given(st.sampled_from(NAMES) | st.text(PRINTABLE, max_size=40), st.sampled_from(sorted(CHAINS)))
def test_no_text_is_drawn_with_a_missing_glyph(text, font):
    assert NOTDEF not in codes(text, font)


@pytest.mark.parametrize("name", NAMES)
def test_letters_of_names_are_not_replaced(name):
    assert "?" not in "".join(part for _place, part in text_parts(name))


def test_letters_of_no_font_are_question_marks():
    assert text_parts("សុខ Ali") == ((0, "??"), (0, " "), (0, "Ali"))


@pytest.mark.parametrize("place", range(len(CHAINS[REGULAR])))
def test_bold_fonts_have_the_same_letters(place):
    regular, bold = (set(TTFontFile(font_file(chain[place])).charToGlyph) for chain in CHAINS.values())
    assert regular == bold


def test_arabic_is_joined_and_runs_from_right_to_left_within_a_line():
    assert "".join(part for _place, part in text_parts("Ayşe / محمد علي 12")) == "Ayşe / 12 ﻲﻠﻋ ﺪﻤﺤﻣ"


def test_sides_with_arabic_names_stay_in_their_order():
    sides = "".join(part for _place, part in text_parts(join_sides(["محمد", "علي"])))
    assert sides == join_sides(["ﺪﻤﺤﻣ", "ﻲﻠﻋ"])


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Ali 🎲 Veli", "Ali Veli"),
        ("🏆 Əli", "Əli"),
        ("Ayşe ❤️", "Ayşe"),
        ("🎲", ""),
        ("A★B", "AB"),
        ("1️⃣ Su", "1 Su"),
    ],
)
def test_emoji_are_left_out_with_their_spaces(name, printed):
    assert "".join(part for _place, part in text_parts(name)) == printed


def test_turkish_texts_have_no_other_font():
    assert fonts_of(page_with(TURKISH)) == {"NotoSans-Regular"}
    assert fonts_of(table_with(TURKISH)) == {"NotoSans-Regular", "NotoSans-Bold"}


def test_minus_sign_is_in_the_font_of_digits_and_stays_a_minus_sign():
    assert text_parts("−101") == ((0, "−101"),)
    assert words_of(page_with("−101")) == {"−101"}
    assert fonts_of(page_with("−101")) == {"NotoSans-Regular"}


def test_other_fonts_are_subset():
    assert len(page_with(*NAMES)) < len(page_with(TURKISH)) + 40_000


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_script_fit_their_width(name, bold):
    width = text_width(name, 12, bold=bold)
    fitted, size = fit_text(name * 3, width, 12, smallest=6, bold=bold)
    assert 0 < text_width(fitted, size, bold=bold) <= width


def test_lines_are_broken_before_letters_are_reordered():
    name = "محمد علی"
    assert wrap_text(name, text_width("محمد", 8), 8) == ["محمد", "علی"]
