"""Tables of four for entrants of similar rank.

Criteria in order: fewest third (or later) meetings, fewest second meetings, smallest distance in rank.
Optimal up to 16 entrants, improved by single exchanges above. Deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.formats.fours.exact_seating import EXACT_UP_TO, best_tables
from tournaments.formats.fours.seating import TABLE, Met

MOST_STARTS = 16
"""The number of mixed seatings to try where the nearest tables leave repeated meetings."""

Tables = list[list[int]]
Cost = tuple[int, int]
"""Third meetings and second meetings of some tables."""


def seat_near(order: Sequence[int], meetings: Met) -> list[tuple[int, ...]]:
    """Raise ValueError unless the number of entrants (best first) is a multiple of four."""
    if len(order) % TABLE:
        raise ValueError("only full tables can be seated")
    places = {seed: place for place, seed in enumerate(order)}
    tables = [list(order[start : start + TABLE]) for start in range(0, len(order), TABLE)]
    if _cost(tables, meetings) > (0, 0):
        tables = (
            _exact(order, places, meetings)
            if len(order) <= EXACT_UP_TO
            else _exchanged(order, tables, meetings)
        )
    seated = (tuple(sorted(table, key=places.__getitem__)) for table in tables)
    return sorted(seated, key=lambda table: sum(places[seed] for seed in table))


def _exact(order: Sequence[int], places: dict[int, int], meetings: Met) -> Tables:
    heavy = 2 * len(order) ** 3  # more than the squares of all distances at all tables

    def price(first: int, second: int) -> int:
        times = meetings.get(first, {}).get(second, 0)
        squared_distance = (places[first] - places[second]) ** 2
        return heavy * (heavy * (times > 1) + (times > 0)) + squared_distance

    return best_tables(order, price)


def _exchanged(order: Sequence[int], tables: Tables, meetings: Met) -> Tables:
    best = _improved(tables, meetings)
    for shift in range(min(len(tables), MOST_STARTS)):
        if _cost(best, meetings) == (0, 0):
            break
        best = min(
            best, _improved(_mixed(order, shift), meetings), key=lambda seating: _cost(seating, meetings)
        )
    return best


def _mixed(order: Sequence[int], shift: int) -> Tables:
    count = len(order) // TABLE
    return [
        [order[count * quarter + (number + quarter * shift) % count] for quarter in range(TABLE)]
        for number in range(count)
    ]


def _improved(tables: Tables, meetings: Met) -> Tables:
    tables = [list(table) for table in tables]
    improved = True
    while improved:
        improved = False
        for table_index, chair in _chairs(tables):
            improved |= _helped(tables, table_index, chair, meetings)
    return tables


def _helped(tables: Tables, table_index: int, chair: int, meetings: Met) -> bool:
    if _of(tables[table_index], meetings) == (0, 0):
        return False
    for other_index, other_chair in _nearest(len(tables), table_index):
        before = _cost([tables[table_index], tables[other_index]], meetings)
        _exchange(tables, (table_index, chair), (other_index, other_chair))
        if _cost([tables[table_index], tables[other_index]], meetings) < before:
            return True
        _exchange(tables, (table_index, chair), (other_index, other_chair))
    return False


def _exchange(tables: Tables, first_seat: tuple[int, int], second_seat: tuple[int, int]) -> None:
    (first_table, chair), (second_table, second_chair) = first_seat, second_seat
    tables[first_table][chair], tables[second_table][second_chair] = (
        tables[second_table][second_chair],
        tables[first_table][chair],
    )


def _chairs(tables: Tables) -> Iterator[tuple[int, int]]:
    return ((number, chair) for number in range(len(tables)) for chair in range(TABLE))


def _nearest(count: int, table_index: int) -> Iterator[tuple[int, int]]:
    for step in range(1, count):
        for other_index in (table_index + step, table_index - step):
            if 0 <= other_index < count:
                yield from ((other_index, chair) for chair in range(TABLE))


def _cost(tables: Tables, meetings: Met) -> Cost:
    costs = [_of(table, meetings) for table in tables]
    return sum(third for third, _second in costs), sum(second for _third, second in costs)


def _of(table: Sequence[int], meetings: Met) -> Cost:
    times = [meetings.get(seed, {}).get(mate, 0) for seed, mate in combinations(table, 2)]
    return sum(count > 1 for count in times), sum(count > 0 for count in times)
