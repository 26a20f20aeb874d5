"""Tables of four, one of each pot.

Criteria in order: fewest third (or later) meetings, fewest second meetings, fewest tables with two of one
pot. Optimal up to 16 entrants, improved by single exchanges above. Deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.fours.exact_seating import MAX_EXACT_ENTRANTS, PriceFunction, best_tables
from tournaments.formats.fours.improved_seating import improve_seating, total_price
from tournaments.formats.fours.repeat_bounds import fewest_repeats

SEATS_PER_TABLE = 4

MeetingCounts = Mapping[int, Mapping[int, int]]
"""How often each seed sat with each other seed; missing seeds met nobody."""


@dataclass(frozen=True)
class Seating:
    """`repeats`: couples at one table that met before; `third_meetings`: twice or more.

    No seating has fewer `repeats` than `lower_bound`.
    """

    tables: tuple[tuple[int, ...], ...]
    repeats: int
    third_meetings: int
    lower_bound: int


def seat_by_pot(order: Sequence[int], meetings: MeetingCounts) -> Seating:
    """Seat players of all four pots at each table, but avoid repeated meetings first.

    A pot is a quarter of `order` (best first). Raises ValueError unless entrants are a multiple of four.
    """
    if len(order) % SEATS_PER_TABLE:
        raise ValueError("only full tables can be seated")
    places = {seed: place for place, seed in enumerate(order)}
    met_before, met_twice = _meeting_price(meetings, 1), _meeting_price(meetings, 2)
    repeat_bound, third_meeting_bound = fewest_repeats(order, meetings, 1), fewest_repeats(order, meetings, 2)
    heavy = 2 * len(order)  # more than the couples of all tables

    def price(first: int, second: int) -> int:
        same_pot = places[first] * SEATS_PER_TABLE // len(order) == places[second] * SEATS_PER_TABLE // len(
            order
        )
        return heavy * (heavy * met_twice(first, second) + met_before(first, second)) + same_pot

    def perfect(tables: list[list[int]]) -> bool:
        return (
            total_price(tables, met_before) <= repeat_bound
            and total_price(tables, met_twice) <= third_meeting_bound
        )

    tables = _deal_tables(order)
    if len(order) > MAX_EXACT_ENTRANTS:
        tables = improve_seating(tables, price=price, perfect=perfect)
    elif not perfect(tables):
        tables = best_tables(order, price)
        repeat_bound = max(repeat_bound, total_price(best_tables(order, met_before), met_before))
    return Seating(
        tables=tuple(tuple(sorted(table, key=places.__getitem__)) for table in tables),
        repeats=total_price(tables, met_before),
        third_meetings=total_price(tables, met_twice),
        lower_bound=repeat_bound,
    )


def _meeting_price(meetings: MeetingCounts, least: int) -> PriceFunction:
    return lambda seed, other: int(meetings.get(seed, {}).get(other, 0) >= least)


def _deal_tables(order: Sequence[int]) -> list[list[int]]:
    count = len(order) // SEATS_PER_TABLE
    pots = [order[start : start + count] for start in range(0, len(order), count)]
    serpentine = [pot if number % 2 == 0 else pot[::-1] for number, pot in enumerate(pots)]
    return [list(table) for table in zip(*serpentine, strict=True)]
