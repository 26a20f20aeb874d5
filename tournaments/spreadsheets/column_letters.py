"""A, B … Z, AA, for numbers from 0."""

from __future__ import annotations

ALPHABET = 26


def column_name(place: int) -> str:
    above, own = divmod(place, ALPHABET)
    return (column_name(above - 1) if above else "") + chr(ord("A") + own)
