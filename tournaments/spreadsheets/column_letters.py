"""Column names as in spreadsheets: A, B … Z, AA, for numbers from 0."""

from __future__ import annotations

ALPHABET = 26


def letters(place: int) -> str:
    above, own = divmod(place, ALPHABET)
    return (letters(above - 1) if above else "") + chr(ord("A") + own)
