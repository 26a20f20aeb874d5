from __future__ import annotations

from collections.abc import Iterable


def spread_over_tables(rounds: Iterable[int], tables: int) -> list[list[int]]:
    """Return the table (from 0) of each encounter, by round; tables take turns across rounds."""
    placed: list[list[int]] = []
    next_table = 0
    for encounters in rounds:
        placed.append([(next_table + index) % tables for index in range(encounters)])
        next_table = (next_table + encounters) % tables
    return placed
