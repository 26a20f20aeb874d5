"""Normalization of any text takes linear time, because marks in a row are limited."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tournaments
from tournaments.naming.fuzzy_match import spelling_key
from tournaments.naming.names import fold, normalize_nfc, without_turkish_letters
from tournaments.naming.unicode_forms import MAX_MARKS, normalize_unicode, without_accents

ACUTE, GRAVE_BELOW = "\u0301", "\u0316"
TIBETAN, HALFWIDTH = "\u0f73", "\uff9e"
"""Not marks by combining class, but by their decompositions."""
CALL = "unicodedata.normalize("
PLACE = Path(tournaments.__file__).parents[1]


def marks_in_a_row(text: str) -> int:
    runs = groupby(
        unicodedata.normalize("NFKD", text), key=lambda letter: bool(unicodedata.combining(letter))
    )
    return max((len(list(run)) for combining, run in runs if combining), default=0)


@pytest.mark.parametrize("mark", [ACUTE, TIBETAN, HALFWIDTH, "\u0344"])
@pytest.mark.parametrize("form", ["NFC", "NFKD"])
def test_marks_in_a_row_are_limited(form, mark):
    text = "A" + mark * 100 + GRAVE_BELOW * 100 + "B"
    assert marks_in_a_row(normalize_unicode(form, text)) <= 2 * MAX_MARKS
    assert without_accents(text) == "AB"


@pytest.mark.release
@pytest.mark.parametrize("fold_text", [fold, without_turkish_letters, normalize_nfc, spelling_key])
def test_names_with_many_marks_fold_like_short_ones(fold_text):
    many = "A" + ACUTE * 200_000 + GRAVE_BELOW * 200_000
    assert fold_text(many) == fold_text("A" + ACUTE * MAX_MARKS)


@given(st.text(max_size=40))
def test_text_with_few_marks_is_normalized_unchanged(text):
    if not any(unicodedata.category(letter).startswith("M") for letter in text):
        assert normalize_unicode("NFC", text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("name", ["Güneş", "Nguyễn Thị Ánh", "שָׁלוֹם", "ကြည်", "हिन्दी", "ཨོཾ་མ་ཎི"])
def test_real_names_keep_their_marks(name):
    for form in ("NFC", "NFKD"):
        decomposed = unicodedata.normalize("NFD", name)
        assert normalize_unicode(form, decomposed) == unicodedata.normalize(form, decomposed)


def test_typed_text_is_normalized_in_one_place():
    packages = ("tournaments", "scoring", "rules", "config")
    files = [file for package in packages for file in (PLACE / package).rglob("*.py")]
    calling = {file.relative_to(PLACE).as_posix() for file in files if CALL in file.read_text("utf-8")}
    one_letter_each = "scoring/paper/pdf/fonts.py"
    assert calling == {"tournaments/naming/unicode_forms.py", one_letter_each}
