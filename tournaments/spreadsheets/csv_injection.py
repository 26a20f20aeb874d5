"""Protection against CSV injection (see docs/decisions/files.md)."""

from __future__ import annotations

from typing import Final

APOSTROPHE: Final = "'"
HARMFUL: Final = tuple("=+-@＝＋－＠")
"""Signs that start a formula in some spreadsheet, even after tabs and line ends."""


def harmless(text: str) -> str:
    """Prefix a text with an apostrophe if some spreadsheet reads it as a formula."""
    return APOSTROPHE + text if _begins(text) else text


def bare(text: str) -> str:
    """Remove the apostrophe that `harmless` added."""
    return text[1:] if text.startswith(APOSTROPHE) and _begins(text[1:]) else text


def _begins(text: str) -> bool:
    return text.lstrip().lstrip(APOSTROPHE).lstrip().startswith(HARMFUL)
