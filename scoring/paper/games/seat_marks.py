"""Players and exhausted decks in the shorthand of a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.hands import Outcome
from rules.seats import SEATS_PAIRS, seats_in_columns

SEATS: Final = seats_in_columns(SEATS_PAIRS)
"""In the sheet's columns, 1 to 4 on paper."""

DECK: Final = "d"


def seat_numbers(seats: Sequence[str] = SEATS) -> dict[str, str]:
    return {seat: str(number) for number, seat in enumerate(seats, start=1)}


def player_mark(seat: str | None, seats: Sequence[str] = SEATS) -> str:
    return seat_numbers(seats).get(seat or "", "")


def end_mark(end: str, seats: Sequence[str] = SEATS) -> str:
    return DECK if end == Outcome.DECK_EXHAUSTED else player_mark(end, seats)
