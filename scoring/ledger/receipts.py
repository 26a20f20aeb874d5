"""Seals as people read and compare them: the first of a seal, as eight letters that nobody mistakes."""

from __future__ import annotations

from typing import Final

from tournaments.models.table import SHORT_CODE_LETTERS

LENGTH: Final = 8
"""Two seals that are told to be alike by so many of 23 letters are so once in 78,310,985,281 pairs."""


def receipt(seal: str) -> str:
    """The receipt of a seal, in two halves: “K7PM 3XRD”; nothing of a row that has no seal."""
    if not seal:
        return ""
    number, letters = int(seal, 16), ""
    for _place in range(LENGTH):
        number, letter = divmod(number, len(SHORT_CODE_LETTERS))
        letters += SHORT_CODE_LETTERS[letter]
    return f"{letters[: LENGTH // 2]} {letters[LENGTH // 2 :]}"
