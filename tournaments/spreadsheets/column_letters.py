"""Column names as in spreadsheets."""

from __future__ import annotations

ALPHABET = 26


def letters(place: int) -> str:
    """Return the name of a column, counted from 0: A, B … Z, AA."""
    above, own = divmod(place, ALPHABET)
    return (letters(above - 1) if above else "") + chr(ord("A") + own)
