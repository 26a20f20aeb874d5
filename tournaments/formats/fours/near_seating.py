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


def seat_near(order: Sequence[int], met: Met) -> list[tuple[int, ...]]:
    """Raise ValueError unless the number of entrants (best first) is a multiple of four."""
    if len(order) % TABLE:
        raise ValueError("only full tables can be seated")
    places = {seed: place for place, seed in enumerate(order)}
    tables = [list(order[start : start + TABLE]) for start in range(0, len(order), TABLE)]
    if _cost(tables, met) > (0, 0):
        tables = _exact(order, places, met) if len(order) <= EXACT_UP_TO else _exchanged(order, tables, met)
    seated = (tuple(sorted(table, key=places.__getitem__)) for table in tables)
    return sorted(seated, key=lambda table: sum(places[seed] for seed in table))


def _exact(order: Sequence[int], places: dict[int, int], met: Met) -> Tables:
    heavy = 2 * len(order) ** 3  # more than the squares of all distances at all tables

    def price(one: int, other: int) -> int:
        times = met.get(one, {}).get(other, 0)
        apart = (places[one] - places[other]) ** 2
        return heavy * (heavy * (times > 1) + (times > 0)) + apart

    return best_tables(order, price)


def _exchanged(order: Sequence[int], tables: Tables, met: Met) -> Tables:
    best = _improved(tables, met)
    for shift in range(min(len(tables), MOST_STARTS)):
        if _cost(best, met) == (0, 0):
            break
        best = min(best, _improved(_mixed(order, shift), met), key=lambda seating: _cost(seating, met))
    return best


def _mixed(order: Sequence[int], shift: int) -> Tables:
    count = len(order) // TABLE
    return [
        [order[count * quarter + (number + quarter * shift) % count] for quarter in range(TABLE)]
        for number in range(count)
    ]


def _improved(tables: Tables, met: Met) -> Tables:
    tables = [list(table) for table in tables]
    helped = True
    while helped:
        helped = False
        for here, chair in _chairs(tables):
            helped |= _helped(tables, here, chair, met)
    return tables


def _helped(tables: Tables, here: int, chair: int, met: Met) -> bool:
    if _of(tables[here], met) == (0, 0):
        return False
    for there, seat_there in _nearest(len(tables), here):
        before = _cost([tables[here], tables[there]], met)
        _exchange(tables, (here, chair), (there, seat_there))
        if _cost([tables[here], tables[there]], met) < before:
            return True
        _exchange(tables, (here, chair), (there, seat_there))
    return False


def _exchange(tables: Tables, one: tuple[int, int], other: tuple[int, int]) -> None:
    (here, chair), (there, seat_there) = one, other
    tables[here][chair], tables[there][seat_there] = tables[there][seat_there], tables[here][chair]


def _chairs(tables: Tables) -> Iterator[tuple[int, int]]:
    return ((number, chair) for number in range(len(tables)) for chair in range(TABLE))


def _nearest(count: int, here: int) -> Iterator[tuple[int, int]]:
    for step in range(1, count):
        for there in (here + step, here - step):
            if 0 <= there < count:
                yield from ((there, chair) for chair in range(TABLE))


def _cost(tables: Tables, met: Met) -> Cost:
    costs = [_of(table, met) for table in tables]
    return sum(third for third, _again in costs), sum(again for _third, again in costs)


def _of(table: Sequence[int], met: Met) -> Cost:
    times = [met.get(seed, {}).get(mate, 0) for seed, mate in combinations(table, 2)]
    return sum(count > 1 for count in times), sum(count > 0 for count in times)
