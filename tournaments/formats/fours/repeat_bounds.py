from __future__ import annotations

from collections.abc import Mapping, Sequence


def fewest_repeats(order: Sequence[int], meetings: Mapping[int, Mapping[int, int]], times: int = 1) -> int:
    """Return a lower bound for couples that met `times` or more before and must share a table again."""
    present = set(order)
    opponents = {
        seed: {
            opponent
            for opponent, number in meetings.get(seed, {}).items()
            if number >= times and opponent in present
        }
        for seed in order
    }
    # If more than there are tables all met each other, some share one.
    spread = sum(_count_couples(size, len(order) // 4) for size in _acquainted_group_sizes(order, opponents))
    # An entrant with fewer than three unmet opponents repeats for the rest.
    short = sum(max(0, 3 - (len(order) - 1 - len(opponents[seed]))) for seed in order)
    return max(spread, -(-short // 2))


def _count_couples(people: int, tables: int) -> int:
    each, more = divmod(people, tables)
    return tables * each * (each - 1) // 2 + more * each


def _acquainted_group_sizes(order: Sequence[int], opponents: Mapping[int, set[int]]) -> list[int]:
    """Group greedily those who all met each other; return sizes."""
    sizes = []
    left = dict.fromkeys(order)
    while left:
        group: list[int] = []
        common = set(left)
        for seed in list(left):
            if seed in common:
                group.append(seed)
                common &= opponents[seed]
                del left[seed]
        sizes.append(len(group))
    return sizes
