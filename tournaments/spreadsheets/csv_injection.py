"""See docs/decisions/files.md."""

from __future__ import annotations

from typing import Final

APOSTROPHE: Final = "'"
FORMULA_SIGNS: Final = tuple("=+-@＝＋－＠")
"""Signs that start a formula in some spreadsheet, even after tabs and line ends."""


def escape_formula(text: str) -> str:
    return APOSTROPHE + text if _starts_formula(text) else text


def unescape_formula(text: str) -> str:
    return text[1:] if text.startswith(APOSTROPHE) and _starts_formula(text[1:]) else text


def _starts_formula(text: str) -> bool:
    return text.lstrip().lstrip(APOSTROPHE).lstrip().startswith(FORMULA_SIGNS)
