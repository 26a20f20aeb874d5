"""How many couples must sit together again, however one seats them at tables of four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def fewest_repeats(order: Sequence[int], met: Mapping[int, Mapping[int, int]], times: int = 1) -> int:
    """How many couples who met so often, or more, share a table at least; not always can that be reached.

    Where people who all met each other are more than the tables, some must share one: as many couples as when
    they are spread evenly. Groups of such people that have nobody in common add up. And whoever has fewer
    than three left whom he did not meet repeats for the rest; a couple serves two of them at most.
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
    """Couples that share a table when people are spread evenly."""
    each, more = divmod(people, tables)
    return tables * each * (each - 1) // 2 + more * each


def _acquainted(order: Sequence[int], known: Mapping[int, set[int]]) -> list[int]:
    """Sizes of groups in which everybody met everybody, formed one after the other; nobody is in two."""
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
