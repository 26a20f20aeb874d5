"""What the shorthand of every game shares: players by their numbers, letters on any keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.seats import SEATS_PAIRS, in_columns

SEATS: Final = in_columns(SEATS_PAIRS)
"""The players of two pairs in the order of the sheet's columns; 1 to 4 on paper."""


class Unreadable(Exception):  # noqa: N818 - somebody mistyped
    """What stands in a box is no shorthand for anything."""


def fold(text: str) -> str:
    """Small letters, whatever the keyboard: the two Turkish i are one here."""
    return text.strip().replace("İ", "i").replace("I", "i").lower().replace("ı", "i")


def numbers(seats: Sequence[str] = SEATS) -> dict[str, str]:
    """The number on paper of each seat, in the order of the columns."""
    return {seat: str(number) for number, seat in enumerate(seats, start=1)}


def read_seat(text: str, seats: Sequence[str] = SEATS) -> str | None:
    """A seat by its number on paper or by its name; "" where nothing is written, None for anything else."""
    written = fold(text)
    named = {number: seat for seat, number in numbers(seats).items()} | {seat.lower(): seat for seat in seats}
    return named.get(written) if written else ""
