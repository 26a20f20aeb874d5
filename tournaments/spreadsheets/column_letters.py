"""A, B … Z, AA, for numbers from 0."""

from __future__ import annotations

ALPHABET = 26


def column_name(place: int) -> str:
    prefix, index = divmod(place, ALPHABET)
    return (column_name(prefix - 1) if prefix else "") + chr(ord("A") + index)
