from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GroupRank:
    """Ranks from 1, groups from 0."""

    group: int
    rank: int


def first_round(groups: int, advance: int) -> list[tuple[GroupRank, GroupRank]]:
    """Pair a knock-out after groups, in bracket order (RULES §9).

    Groups come in couples (X, Y). With two advancing, X1-Y2 is in the first half, Y1-X2 in the second. Raises
    ValueError unless groups form couples and one or two advance.
    """
    if groups == 0 or groups % 2 or advance not in (1, 2):
        raise ValueError("a bracket needs couples of groups, and one or two that advance")
    couples = [(first, first + 1) for first in range(0, groups, 2)]
    if advance == 1:
        return [(GroupRank(x, 1), GroupRank(y, 1)) for x, y in couples]
    upper = [(GroupRank(x, 1), GroupRank(y, 2)) for x, y in couples]
    lower = [(GroupRank(y, 1), GroupRank(x, 2)) for x, y in couples]
    return upper + lower
