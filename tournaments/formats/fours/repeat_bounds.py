from __future__ import annotations

from collections.abc import Mapping, Sequence


def fewest_repeats(order: Sequence[int], met: Mapping[int, Mapping[int, int]], times: int = 1) -> int:
    """Return how many couples who met `times` or more must share a table; the bound is not always reachable.

    If more entrants have all met each other than there are tables, some must share one: as many couples as in
    an even spread. Such sets without a common member add up. An entrant with fewer than three unmet opponents
    repeats for the rest; a couple covers two entrants at most.
    """
    present = set(order)
    known = {
        seed: {other for other, number in met.get(seed, {}).items() if number >= times and other in present}
        for seed in order
    }
    spread = sum(_couples(size, len(order) // 4) for size in _acquainted(order, known))
    short = sum(max(0, 3 - (len(order) - 1 - len(known[seed]))) for seed in order)
    return max(spread, -(-short // 2))


def _couples(people: int, tables: int) -> int:
    """Return the couples that share a table when the entrants are spread evenly."""
    each, more = divmod(people, tables)
    return tables * each * (each - 1) // 2 + more * each


def _acquainted(order: Sequence[int], known: Mapping[int, set[int]]) -> list[int]:
    """Return the sizes of disjoint sets in which everyone met everyone, formed greedily."""
    sizes = []
    left = dict.fromkeys(order)
    while left:
        group: list[int] = []
        common = set(left)
        for seed in list(left):
            if seed in common:
                group.append(seed)
                common &= known[seed]
                del left[seed]
        sizes.append(len(group))
    return sizes
