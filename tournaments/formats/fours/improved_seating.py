from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from tournaments.formats.fours.exact_seating import Price


def improve(
    tables: list[list[int]], *, price: Price, perfect: Callable[[list[list[int]]], bool]
) -> list[list[int]]:
    """Exchange entrants, of nearby tables first, while that lowers the price."""
    tables = [list(table) for table in tables]
    changed = True
    while changed and not perfect(tables):
        changed = False
        for table_index, chair in _chairs(tables):
            if price_of([tables[table_index]], price):
                changed |= _exchange(tables, table_index, chair, price)
    return tables


def price_of(tables: list[list[int]], price: Price) -> int:
    return sum(price(seed, mate) for table in tables for seed, mate in combinations(table, 2))


def _chairs(tables: list[list[int]]) -> Iterator[tuple[int, int]]:
    return ((number, chair) for number, table in enumerate(tables) for chair in range(len(table)))


def _exchange(tables: list[list[int]], table_index: int, chair: int, price: Price) -> bool:
    leaving = tables[table_index][chair]
    staying = [seed for seed in tables[table_index] if seed != leaving]
    current = sum(price(leaving, seed) for seed in staying)
    for other_index, seat in _others(len(tables), table_index, chair):
        arriving = tables[other_index][seat]
        hosts = [seed for seed in tables[other_index] if seed != arriving]
        gain = current - sum(price(arriving, seed) for seed in staying)
        gain += sum(price(arriving, seed) - price(leaving, seed) for seed in hosts)
        if gain > 0:
            tables[table_index][chair], tables[other_index][seat] = arriving, leaving
            return True
    return False


def _others(count: int, table_index: int, chair: int) -> Iterator[tuple[int, int]]:
    for turn in range(4):
        for step in range(1, count):
            yield (table_index + step) % count, (chair + turn) % 4
