"""Fonts with the letters of names in nearly every script.

Noto Sans has all Latin, Greek and Cyrillic letters, and digits of one width. Words with other letters are
drawn in FiraGO (Arabic, Hebrew, Georgian, Thai), else in Kurinto Sans (Armenian, Japanese syllables and many
more) or its Chinese and Korean editions. Each of these takes 0.1 s and 20 MB, once a text needs it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

from arabic_reshaper import ArabicReshaper
from bidi import get_display
from pymupdf_fonts import fontbuffers
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from rules.localized_text import MINUS
from tournaments.naming.names import BETWEEN_SIDES, join_sides

REGULAR: Final = "notos"
BOLD: Final = "notosbo"
_KURINTO: Final = ("KurintoSans", "KurintoSansSC", "KurintoSansKR")
CHAINS: Final = {
    REGULAR: (REGULAR, "figo", *(f"{name}-Rg" for name in _KURINTO)),
    BOLD: (BOLD, "figbo", *(f"{name}-Bd" for name in _KURINTO)),
}
"""Names of fonts by the font asked for, the preferred first."""
DASH: Final = "–"
"""Drawn for minus signs, which this edition of Noto Sans lacks; texts keep the sign."""
_MARKS_OR_RIGHT_TO_LEFT: Final = re.compile("[\u0300-\u036f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_SUBSETS: Final = 1000
"""More than a font can have in a document; reportlab numbers them."""
_ARABIC: Final = ArabicReshaper({"use_unshaped_instead_of_isolated": True})
"""FiraGO has no code points for isolated forms."""
_OVERLAPPING: Final = (0, 7, 9, 84, 91, 103, 107, 118, 122)
"""Combining classes whose marks fonts draw over the letter before: Indian, Thai and Lao ones."""
_EMOJI_STYLE: Final = "\ufe0f"
_EMOJI: Final = ("Me", "Sk", "So")
"""Unicode categories."""


def font_file(name: str) -> BytesIO:
    if name in fontbuffers:
        return BytesIO(fontbuffers[name]())
    return BytesIO((files("weblate_fonts") / "static/weblate_fonts/kurinto/ttf" / f"{name}.ttf").read_bytes())


@cache
def register_fonts() -> None:
    for name in CHAINS:
        font = FallbackFont(name, font_file(name))
        for glyphs in (font.face.charToGlyph, font.face.charWidths):
            glyphs.setdefault(ord(MINUS), glyphs[ord(DASH)])
        pdfmetrics.registerFont(font)


@lru_cache(maxsize=5_000)
def text_parts(text: str) -> tuple[tuple[int, str], ...]:
    """Return what is drawn, from left to right: a place in `CHAINS`, and characters that the font there has.

    Arabic letters are joined. Characters that no font has are left out; letters among them become "?".
    Sides stay in their order, even if all names run from right to left.
    """
    if _has_all(0, text) and not _MARKS_OR_RIGHT_TO_LEFT.search(text):
        return ((0, text),)
    sides = _ARABIC.reshape(_known_text(text)).split(BETWEEN_SIDES)
    shown = join_sides(get_display(side, base_dir="L") for side in sides)
    return tuple(part for word in re.findall(r"\s+|\S+", shown) for part in _word_parts(word))


def _word_parts(word: str) -> Iterator[tuple[int, str]]:
    """Split a word only if no font has all of it."""
    place = next((place for place in range(len(CHAINS[REGULAR])) if _has_all(place, word)), None)
    if place is not None:
        yield place, word
    elif len(word) > 1:
        for letter in word:
            yield from _word_parts(letter)


def _known_text(text: str) -> str:
    known = "".join(map(_known_letter, text))
    return known if known == text else " ".join(known.split())


def _known_letter(letter: str) -> str:
    """Return the letter if a font has it, else its base letters or "?"; "" for accents, signs, emoji."""
    if unicodedata.combining(letter) not in _OVERLAPPING or letter == _EMOJI_STYLE:
        return ""
    fonts = len(CHAINS[REGULAR]) - len(_KURINTO) * (unicodedata.category(letter) in _EMOJI)
    if any(_has_all(place, letter) for place in range(fonts)):
        return letter
    bare = unicodedata.normalize("NFKD", letter)
    if bare != letter:
        return "".join(map(_known_letter, bare))
    if letter.isspace():
        return " "
    return "?" if letter.isalnum() else ""


def _has_all(place: int, text: str) -> bool:
    return _characters(place).issuperset(map(ord, text))


@cache
def _characters(place: int) -> frozenset[int]:
    """Return the code points of a font, the same for regular and bold."""
    register_fonts()
    font = _fallback(CHAINS[REGULAR][place]) if place else pdfmetrics.getFont(REGULAR)
    return frozenset(font.face.charToGlyph)


@cache
def _fallback(name: str) -> Any:
    pdfmetrics.registerFont(TTFont(name, font_file(name), asciiReadable=False))
    return pdfmetrics.getFont(name)


class FallbackFont(TTFont):
    """Measures and draws `text_parts` wherever reportlab measures and draws; lines are broken before."""

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: N802
        return float(
            sum(self._at(place).stringWidth(part, size, encoding) for place, part in text_parts(text))
        )

    def splitString(self, text: str, doc: Any, encoding: str = "utf-8") -> list[tuple[int, bytes]]:  # noqa: N802
        return [
            (place * _SUBSETS + subset, letters)
            for place, part in text_parts(text)
            for subset, letters in self._at(place).splitString(part, doc, encoding)
        ]

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:  # noqa: N802
        place, subset = divmod(subset, _SUBSETS)
        return str(self._at(place).getSubsetInternalName(subset, doc))

    def _at(self, place: int) -> Any:
        return _fallback(CHAINS[self.fontName][place]) if place else super()
