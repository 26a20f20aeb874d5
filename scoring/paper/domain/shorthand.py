from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.hands import Outcome
from rules.seats import SEATS_PAIRS, in_columns

SEATS: Final = in_columns(SEATS_PAIRS)
"""The seats of two pairs in the sheet's order of columns, 1 to 4 on paper."""

DECK: Final = "d"


class Unreadable(Exception):  # noqa: N818 - a typing error, not a bug
    pass


def fold(text: str) -> str:
    """Lowercase a text; both Turkish i become one letter."""
    return text.strip().replace("İ", "i").replace("I", "i").lower().replace("ı", "i")


def numbers(seats: Sequence[str] = SEATS) -> dict[str, str]:
    return {seat: str(number) for number, seat in enumerate(seats, start=1)}


def read_seat(text: str, seats: Sequence[str] = SEATS) -> str | None:
    """Parse a seat by number or name; "" for an empty box, None for anything else."""
    written = fold(text)
    seat_by_mark = {number: seat for seat, number in numbers(seats).items()} | {
        seat.lower(): seat for seat in seats
    }
    return seat_by_mark.get(written) if written else ""


def read_player(text: str, seats: Sequence[str] = SEATS) -> str:
    """Parse a seat; "" for an empty box. Raises Unreadable."""
    seat = read_seat(text, seats)
    if seat is None:
        raise Unreadable
    return seat


def player_mark(seat: str | None, seats: Sequence[str] = SEATS) -> str:
    return numbers(seats).get(seat or "", "")


def read_end(text: str, seats: Sequence[str] = SEATS) -> str:
    """Parse a finisher or an exhausted deck. Raises Unreadable."""
    if fold(text) == DECK:
        return Outcome.DECK_EXHAUSTED.value
    return read_player(text, seats)


def end_mark(end: str, seats: Sequence[str] = SEATS) -> str:
    return DECK if end == Outcome.DECK_EXHAUSTED else player_mark(end, seats)
