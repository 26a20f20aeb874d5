from collections.abc import Collection
from functools import cache
from typing import Final

SEATS_PAIRS: Final = ("A1", "B1", "A2", "B2")
SEATS_SINGLES: Final = ("A1", "B1", "C1", "D1")


def seating(named_seats: Collection[str]) -> tuple[str, ...]:
    """Singles name C1 or D1, and neither A2 nor B2 (RULES §3)."""
    singles = (
        ("C1" in named_seats or "D1" in named_seats) and "A2" not in named_seats and "B2" not in named_seats
    )
    return SEATS_SINGLES if singles else SEATS_PAIRS


def seats_in_columns(seats: Collection[str]) -> tuple[str, ...]:
    """A sheet's columns, partners adjacent."""
    return tuple(sorted(seats))


def sides_of(seats: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(side_of, seats)))


def side_of(seat: str) -> str:
    return seat[:1]


@cache
def partner_of(seat: str, seats: tuple[str, ...] = SEATS_PAIRS) -> str | None:
    """None for singles."""
    mates = (mate for mate in seats if side_of(mate) == side_of(seat) and mate != seat)
    return next(mates, None)
