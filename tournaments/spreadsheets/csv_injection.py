"""Protection against CSV injection.

A name is untrusted text. If it begins with a sign that starts a formula, an apostrophe before it makes
every spreadsheet read it as text (see docs/decisions/files-that-go-out.md).
"""

from __future__ import annotations

from typing import Final

APOSTROPHE: Final = "'"
HARMFUL: Final = tuple("=+-@＝＋－＠")
"""Signs that start a formula in some spreadsheet, even after tabs and line ends."""


def harmless(text: str) -> str:
    """Return a text of a CSV file, with an apostrophe if it needs one."""
    return APOSTROPHE + text if _begins(text) else text


def bare(text: str) -> str:
    """Remove the apostrophe that `harmless` added."""
    return text[1:] if text.startswith(APOSTROPHE) and _begins(text[1:]) else text


def _begins(text: str) -> bool:
    """Return whether a text starts a formula, also behind apostrophes."""
    return text.lstrip().lstrip(APOSTROPHE).lstrip().startswith(HARMFUL)
