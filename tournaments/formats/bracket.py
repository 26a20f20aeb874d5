"""First-round encounters of the knock-out after the groups (RULES §9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GroupRank:
    """The entrant at `rank` (from 1) of the group with index `group` (from 0)."""

    group: int
    rank: int


def first_round(groups: int, advance: int) -> list[tuple[GroupRank, GroupRank]]:
    """Return the encounters of the first round in bracket order; winners of neighbours meet.

    Groups are taken in couples (X, Y). With two advancing, the first half holds X1-Y2 of each couple and the
    second half Y1-X2, so that entrants of one group can meet in the final only. With one advancing, the
    winners of a couple meet. Raises ValueError when the groups don't come in couples.
    """
    if groups == 0 or groups % 2 or advance not in (1, 2):
        raise ValueError("a bracket needs couples of groups, and one or two that advance")
    couples = [(first, first + 1) for first in range(0, groups, 2)]
    if advance == 1:
        return [(GroupRank(x, 1), GroupRank(y, 1)) for x, y in couples]
    upper = [(GroupRank(x, 1), GroupRank(y, 2)) for x, y in couples]
    lower = [(GroupRank(y, 1), GroupRank(x, 2)) for x, y in couples]
    return upper + lower
