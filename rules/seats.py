"""The four seats of a table: two pairs opposite each other, or four single players."""

from collections.abc import Collection
from functools import cache
from typing import Final

SEATS_PAIRS: Final = ("A1", "B1", "A2", "B2")
SEATS_SINGLES: Final = ("A1", "B1", "C1", "D1")


def seating(named: Collection[str]) -> tuple[str, ...]:
    """Tell from the seats that an entry names whether pairs or single players sit (RULES §3).

    Singles name C1 or D1 and neither A2 nor B2; everything else is meant as pairs.
    """
    singles = ("C1" in named or "D1" in named) and "A2" not in named and "B2" not in named
    return SEATS_SINGLES if singles else SEATS_PAIRS


def in_columns(seats: Collection[str]) -> tuple[str, ...]:
    """Order seats as the columns of a sheet: side by side, partners next to each other."""
    return tuple(sorted(seats))


def sides_of(seats: Collection[str]) -> tuple[str, ...]:
    """Give the sides of a table, each once, in playing order."""
    return tuple(dict.fromkeys(map(side_of, seats)))


def side_of(seat: str) -> str:
    """Give the side of a seat: "A" for A1 and A2."""
    return seat[:1]


@cache
def partner_of(seat: str, seats: tuple[str, ...] = SEATS_PAIRS) -> str | None:
    """Give the seat opposite on the same side; nobody where players sit alone."""
    mates = (other for other in seats if side_of(other) == side_of(seat) and other != seat)
    return next(mates, None)
