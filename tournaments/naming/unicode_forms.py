from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal

MAX_MARKS: Final = 8
"""Combining marks in a row; a letter of a real name has at most three.

Normalization sorts the marks of a letter. Python takes quadratic time for that and holds the GIL.
"""
_MARKS: Final = re.compile(f"[\u0300-\U0010ffff]{{{MAX_MARKS + 1},}}")
"""Candidates for too many marks: all combining marks come after the Latin letters."""
_HALFWIDTH_MARKS: Final = "\uff9e\uff9f"
"""Japanese letters that NFKC and NFKD turn into marks."""


def normalize_unicode(form: Literal["NFC", "NFKD"], text: str) -> str:
    """Drop marks after MAX_MARKS in a row, so that time is linear."""
    return unicodedata.normalize(form, _MARKS.sub(_limit_marks, text))


def without_accents(text: str) -> str:
    return "".join(letter for letter in normalize_unicode("NFKD", text) if not unicodedata.combining(letter))


def _limit_marks(found: re.Match[str]) -> str:
    letters, marks = [], 0
    for letter in found[0]:
        marks = marks + 1 if _is_mark(letter) else 0
        if marks <= MAX_MARKS:
            letters.append(letter)
    return "".join(letters)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M") or letter in _HALFWIDTH_MARKS
