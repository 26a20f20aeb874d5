"""Texts that a spreadsheet would work out: made harmless on their way out, and read back as they were.

A name is what somebody typed. Where it begins with a sign by which a spreadsheet knows a formula, an
apostrophe before it makes it a text again, to all of them (see docs/decisions/files-that-go-out.md).
"""

from __future__ import annotations

from typing import Final

APOSTROPHE: Final = "'"
HARMFUL: Final = tuple("=+-@＝＋－＠")
"""How a text begins that some spreadsheet takes for a formula; tabs and line ends before it are passed by."""


def harmless(text: str) -> str:
    """A text of a CSV file, with an apostrophe where it needs one."""
    return APOSTROPHE + text if _begins(text) else text


def bare(text: str) -> str:
    """The same without it."""
    return text[1:] if text.startswith(APOSTROPHE) and _begins(text[1:]) else text


def _begins(text: str) -> bool:
    """Whether it is taken for a formula; one that had an apostrophe already gets another."""
    return text.lstrip().lstrip(APOSTROPHE).lstrip().startswith(HARMFUL)
