"""The best tables of four for few entrants, by trying all that can still be better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

EXACT_UP_TO = 16

Price = Callable[[int, int], int]


def best_tables(order: Sequence[int], price: Price) -> list[list[int]]:
    """The tables of least price, summed over the couples of each; of equal ones the first in order.

    What the best tables of a set of entrants cost is worked out once a set: some 300,000 steps for 16.
    """
    seeds = range(len(order))
    prices = {
        sum(1 << seat for seat in table): sum(price(order[a], order[b]) for a, b in combinations(table, 2))
        for table in combinations(seeds, 4)
    }

    @cache
    def best(left: int) -> tuple[int, int]:
        """The least price of seating those left (bits), and the table of the first of them in it."""
        if not left:
            return 0, 0
        first, *others = (seat for seat in seeds if left >> seat & 1)
        tables = (
            1 << first | 1 << one | 1 << two | 1 << three for one, two, three in combinations(others, 3)
        )
        return min((prices[table] + best(left ^ table)[0], table) for table in tables)

    left, found = (1 << len(order)) - 1, []
    while left:
        table = best(left)[1]
        found.append([order[seat] for seat in seeds if table >> seat & 1])
        left ^= table
    return found
