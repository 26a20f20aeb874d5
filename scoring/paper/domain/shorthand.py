"""What the shorthand of every game shares: players by their numbers, letters on any keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.hands import Outcome
from rules.seats import SEATS_PAIRS, in_columns

SEATS: Final = in_columns(SEATS_PAIRS)
"""The players of two pairs in the order of the sheet's columns; 1 to 4 on paper."""

DECK: Final = "d"
"""The deck ran out."""


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


def read_player(text: str, seats: Sequence[str] = SEATS) -> str:
    """One of these seats; nothing where nothing is written. Raises Unreadable."""
    seat = read_seat(text, seats)
    if seat is None:
        raise Unreadable
    return seat


def player_mark(seat: str | None, seats: Sequence[str] = SEATS) -> str:
    return numbers(seats).get(seat or "", "")


def read_end(text: str, seats: Sequence[str] = SEATS) -> str:
    """Who finished, or that the deck ran out; nothing where nothing is written. Raises Unreadable."""
    if fold(text) == DECK:
        return Outcome.DECK_EXHAUSTED.value
    return read_player(text, seats)


def end_mark(end: str, seats: Sequence[str] = SEATS) -> str:
    return DECK if end == Outcome.DECK_EXHAUSTED else player_mark(end, seats)
