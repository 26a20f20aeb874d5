"""Seating at tables of four, one of each pot.

Criteria in order: fewest third (or later) meetings, fewest second meetings, fewest tables with two of one
pot. Optimal up to 16 entrants, improved by single exchanges above. Deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.fours.exact_seating import EXACT_UP_TO, Price, best_tables
from tournaments.formats.fours.improved_seating import improve, price_of
from tournaments.formats.fours.repeat_bounds import fewest_repeats

TABLE = 4

Met = Mapping[int, Mapping[int, int]]
"""How often each seed sat with each other seed; missing seeds met nobody."""


@dataclass(frozen=True)
class Seating:
    """`repeats` counts couples at one table that met before, `third_meetings` those that met twice or more.

    No seating has fewer `repeats` than `lower_bound`.
    """

    tables: tuple[tuple[int, ...], ...]
    repeats: int
    third_meetings: int
    lower_bound: int


def seat(order: Sequence[int], meetings: Met) -> Seating:
    """Raise ValueError unless the number of entrants (best first) is a multiple of four."""
    if len(order) % TABLE:
        raise ValueError("only full tables can be seated")
    places = {seed: place for place, seed in enumerate(order)}
    met_before, met_twice = _met_times(meetings, 1), _met_times(meetings, 2)
    repeat_bound, third_meeting_bound = fewest_repeats(order, meetings, 1), fewest_repeats(order, meetings, 2)
    heavy = 2 * len(order)  # more than the couples of all tables

    def price(first: int, second: int) -> int:
        same_pot = places[first] * TABLE // len(order) == places[second] * TABLE // len(order)
        return heavy * (heavy * met_twice(first, second) + met_before(first, second)) + same_pot

    def perfect(tables: list[list[int]]) -> bool:
        return (
            price_of(tables, met_before) <= repeat_bound
            and price_of(tables, met_twice) <= third_meeting_bound
        )

    tables = _dealt(order)
    if len(order) > EXACT_UP_TO:
        tables = improve(tables, price=price, perfect=perfect)
    elif not perfect(tables):
        tables = best_tables(order, price)
        repeat_bound = max(repeat_bound, price_of(best_tables(order, met_before), met_before))
    return Seating(
        tables=tuple(tuple(sorted(table, key=places.__getitem__)) for table in tables),
        repeats=price_of(tables, met_before),
        third_meetings=price_of(tables, met_twice),
        lower_bound=repeat_bound,
    )


def _met_times(meetings: Met, least: int) -> Price:
    return lambda one, other: int(meetings.get(one, {}).get(other, 0) >= least)


def _dealt(order: Sequence[int]) -> list[list[int]]:
    count = len(order) // TABLE
    pots = [order[start : start + count] for start in range(0, len(order), count)]
    serpentine = [pot if number % 2 == 0 else pot[::-1] for number, pot in enumerate(pots)]
    return [list(table) for table in zip(*serpentine, strict=True)]
