from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

MAX_EXACT_ENTRANTS = 16

PriceFunction = Callable[[int, int], int]


def best_tables(order: Sequence[int], price: PriceFunction) -> list[list[int]]:
    """Return the cheapest tables for a multiple of four entrants; about 300,000 steps for 16.

    `price` is of two entrants.
    """
    seeds = range(len(order))
    prices = {
        sum(1 << seat for seat in table): sum(price(order[a], order[b]) for a, b in combinations(table, 2))
        for table in combinations(seeds, 4)
    }

    @cache
    def cheapest(left: int) -> tuple[int, int]:
        """Return the least price for those left (bits), and its first table (bits)."""
        if not left:
            return 0, 0
        first, *rest = (seat for seat in seeds if left >> seat & 1)
        tables = (
            1 << first | 1 << second | 1 << third | 1 << fourth
            for second, third, fourth in combinations(rest, 3)
        )
        return min((prices[table] + cheapest(left ^ table)[0], table) for table in tables)

    left, seating = (1 << len(order)) - 1, []
    while left:
        table = cheapest(left)[1]
        seating.append([order[seat] for seat in seeds if table >> seat & 1])
        left ^= table
    return seating
