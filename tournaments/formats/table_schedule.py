from __future__ import annotations

from collections.abc import Iterable


def spread_over_tables(rounds: Iterable[int], tables: int) -> list[list[int]]:
    """Return for each round's number of encounters the table (from 0) of each.

    Tables take turns and continue where the previous round stopped, so that their queues stay equally long.
    """
    placed: list[list[int]] = []
    next_table = 0
    for encounters in rounds:
        placed.append([(next_table + index) % tables for index in range(encounters)])
        next_table = (next_table + encounters) % tables
    return placed
