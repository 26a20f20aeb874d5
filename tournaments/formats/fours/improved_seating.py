from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from tournaments.formats.fours.exact_seating import PriceFunction


def improve_seating(
    tables: list[list[int]], *, price: PriceFunction, perfect: Callable[[list[list[int]]], bool]
) -> list[list[int]]:
    """Return copies after exchanges, nearby tables first, while one lowers the price, until `perfect`."""
    tables = [list(table) for table in tables]
    changed = True
    while changed and not perfect(tables):
        changed = False
        for table_index, chair in _seat_positions(tables):
            if total_price([tables[table_index]], price):
                changed |= _try_exchange(tables, table_index, chair, price)
    return tables


def total_price(tables: list[list[int]], price: PriceFunction) -> int:
    return sum(price(seed, mate) for table in tables for seed, mate in combinations(table, 2))


def _seat_positions(tables: list[list[int]]) -> Iterator[tuple[int, int]]:
    return ((number, chair) for number, table in enumerate(tables) for chair in range(len(table)))


def _try_exchange(tables: list[list[int]], table_index: int, chair: int, price: PriceFunction) -> bool:
    """Make this chair's first exchange, in place, that lowers the price; return False if none does."""
    leaving = tables[table_index][chair]
    staying = [seed for seed in tables[table_index] if seed != leaving]
    current = sum(price(leaving, seed) for seed in staying)
    for other_index, seat in _other_seats(len(tables), table_index, chair):
        arriving = tables[other_index][seat]
        hosts = [seed for seed in tables[other_index] if seed != arriving]
        gain = current - sum(price(arriving, seed) for seed in staying)
        gain += sum(price(arriving, seed) - price(leaving, seed) for seed in hosts)
        if gain > 0:
            tables[table_index][chair], tables[other_index][seat] = arriving, leaving
            return True
    return False


def _other_seats(count: int, table_index: int, chair: int) -> Iterator[tuple[int, int]]:
    for turn in range(4):
        for step in range(1, count):
            yield (table_index + step) % count, (chair + turn) % 4
