"""Tables of four for entrants of similar rank.

Criteria in order: fewest third (or later) meetings, fewest second meetings, smallest distance in rank.
Optimal up to 16 entrants, improved by single exchanges above. Deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.formats.fours.exact_seating import MAX_EXACT_ENTRANTS, best_tables
from tournaments.formats.fours.seating import SEATS_PER_TABLE, MeetingCounts

MAX_MIXED_SEATINGS = 16
"""The number of mixed seatings to try where the nearest tables leave repeated meetings."""

Tables = list[list[int]]
Cost = tuple[int, int]
"""Third meetings and second meetings of some tables."""


def seat_by_rank(order: Sequence[int], meetings: MeetingCounts) -> list[tuple[int, ...]]:
    """Return tables of neighbours in `order` (best first), best first, with fewest repeated meetings.

    Raises ValueError unless entrants are a multiple of four.
    """
    if len(order) % SEATS_PER_TABLE:
        raise ValueError("only full tables can be seated")
    places = {seed: place for place, seed in enumerate(order)}
    tables = [list(order[start : start + SEATS_PER_TABLE]) for start in range(0, len(order), SEATS_PER_TABLE)]
    if _tables_cost(tables, meetings) > (0, 0):
        tables = (
            _seat_exactly(order, places, meetings)
            if len(order) <= MAX_EXACT_ENTRANTS
            else _seat_by_exchanges(order, tables, meetings)
        )
    seated = (tuple(sorted(table, key=places.__getitem__)) for table in tables)
    return sorted(seated, key=lambda table: sum(places[seed] for seed in table))


def _seat_exactly(order: Sequence[int], places: dict[int, int], meetings: MeetingCounts) -> Tables:
    heavy = 2 * len(order) ** 3  # more than the squares of all distances at all tables

    def price(first: int, second: int) -> int:
        times = meetings.get(first, {}).get(second, 0)
        squared_distance = (places[first] - places[second]) ** 2
        return heavy * (heavy * (times > 1) + (times > 0)) + squared_distance

    return best_tables(order, price)


def _seat_by_exchanges(order: Sequence[int], tables: Tables, meetings: MeetingCounts) -> Tables:
    """Improve `tables`, and if necessary mixed seatings of `order`, by exchanges; return the best."""
    best = _improve_tables(tables, meetings)
    for shift in range(min(len(tables), MAX_MIXED_SEATINGS)):
        if _tables_cost(best, meetings) == (0, 0):
            break
        best = min(
            best,
            _improve_tables(_mix_tables(order, shift), meetings),
            key=lambda seating: _tables_cost(seating, meetings),
        )
    return best


def _mix_tables(order: Sequence[int], shift: int) -> Tables:
    count = len(order) // SEATS_PER_TABLE
    return [
        [order[count * quarter + (number + quarter * shift) % count] for quarter in range(SEATS_PER_TABLE)]
        for number in range(count)
    ]


def _improve_tables(tables: Tables, meetings: MeetingCounts) -> Tables:
    tables = [list(table) for table in tables]
    improved = True
    while improved:
        improved = False
        for table_index, chair in _seat_positions(tables):
            improved |= _improve_chair(tables, table_index, chair, meetings)
    return tables


def _improve_chair(tables: Tables, table_index: int, chair: int, meetings: MeetingCounts) -> bool:
    """Make this chair's first exchange, nearest first, that lowers the cost; return False if none does."""
    if _table_cost(tables[table_index], meetings) == (0, 0):
        return False
    for other_index, other_chair in _nearest_seats(len(tables), table_index):
        before = _tables_cost([tables[table_index], tables[other_index]], meetings)
        _exchange_seats(tables, (table_index, chair), (other_index, other_chair))
        if _tables_cost([tables[table_index], tables[other_index]], meetings) < before:
            return True
        _exchange_seats(tables, (table_index, chair), (other_index, other_chair))
    return False


def _exchange_seats(tables: Tables, first_seat: tuple[int, int], second_seat: tuple[int, int]) -> None:
    (first_table, chair), (second_table, second_chair) = first_seat, second_seat
    tables[first_table][chair], tables[second_table][second_chair] = (
        tables[second_table][second_chair],
        tables[first_table][chair],
    )


def _seat_positions(tables: Tables) -> Iterator[tuple[int, int]]:
    return ((number, chair) for number in range(len(tables)) for chair in range(SEATS_PER_TABLE))


def _nearest_seats(count: int, table_index: int) -> Iterator[tuple[int, int]]:
    for step in range(1, count):
        for other_index in (table_index + step, table_index - step):
            if 0 <= other_index < count:
                yield from ((other_index, chair) for chair in range(SEATS_PER_TABLE))


def _tables_cost(tables: Tables, meetings: MeetingCounts) -> Cost:
    costs = [_table_cost(table, meetings) for table in tables]
    return sum(third for third, _second in costs), sum(second for _third, second in costs)


def _table_cost(table: Sequence[int], meetings: MeetingCounts) -> Cost:
    times = [meetings.get(seed, {}).get(mate, 0) for seed, mate in combinations(table, 2)]
    return sum(count > 1 for count in times), sum(count > 0 for count in times)
