"""Dividing entrants anew between two sides, so that rows and kin come out even.

Rows are pots or tiers, kin are people of one club. Within every row, and within every kin, entrants are
coupled, one of each side as far as there are such, and the two of a couple go to different sides. Everybody
has at most one partner in the row and one in the kin, so couples link up in chains. A chain whose members
come alternately from rows and kin closes after an even number of steps only (edges of a bipartite graph can
be halved at every vertex: Euler, Kőnig), so no chain contradicts itself, and each can be turned round as a
whole. That is why rows and kin can always be even at the same time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

Partners = list[int | None]


@dataclass(frozen=True)
class Card:
    """An entrant as it is divided: its row and its kin; None is shared with nobody."""

    row: int | None
    kin: str | None


def halved(cards: Sequence[Card], sides: Sequence[int], *, anchored: bool = False) -> list[int]:
    """New sides (0 or 1): each row and each kin differs by one at most, and the sides are as large as before.

    As few chains are turned as that needs; sides that are even already stay. With `anchored` the first card
    stays where it is and the second, of its row, opposite; where that contradicts the sizes, the kin of one
    of these two comes out one less even. Raises ValueError where the sides are too unequal to begin with.
    """
    rows = _coupled([card.row for card in cards], sides)
    kin = _coupled([card.kin for card in cards], sides)
    for loosened in ((), (0,), (1,)) if anchored else ((),):
        turned = _turned(_chains(rows, _without(kin, loosened), sides), sides, anchored=anchored)
        if turned is not None:
            return turned
    raise ValueError("the sides are too unequal")


def _coupled(labels: Sequence[int | str | None], sides: Sequence[int]) -> Partners:
    waiting: dict[int | str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, (label, side) in enumerate(zip(labels, sides, strict=True)):
        if label is not None:
            waiting[label][side].append(index)
    partners: Partners = [None] * len(labels)
    for ones, others in waiting.values():
        both = min(len(ones), len(others))
        left = ones[both:] + others[both:]
        for one, other in [*zip(ones, others, strict=False), *zip(left[::2], left[1::2], strict=False)]:
            partners[one], partners[other] = other, one
    return partners


def _without(partners: Partners, loosened: Sequence[int]) -> Partners:
    apart = {index for one in loosened for index in (one, partners[one])}
    return [None if index in apart else partner for index, partner in enumerate(partners)]


def _chains(rows: Partners, kin: Partners, sides: Sequence[int]) -> list[dict[int, int]]:
    """Cards that hang together, with a side for each; the first card of each chain is where it was."""
    chains, seen = [], set[int]()
    for start, side in enumerate(sides):
        if start in seen:
            continue
        chain, reached = {start: side}, [start]
        while reached:
            index = reached.pop()
            for partner in (rows[index], kin[index]):
                if partner is not None and partner not in chain:
                    chain[partner] = 1 - chain[index]
                    reached.append(partner)
        seen.update(chain)
        chains.append(chain)
    return chains


def _turned(chains: list[dict[int, int]], sides: Sequence[int], *, anchored: bool) -> list[int] | None:
    """Each chain the way that moves fewest, then odd ones turned until the sizes fit; None if they can't."""
    free = chains[1:] if anchored else chains
    turned = chains[:1] if anchored else []
    turned += [_round(chain) if _gain(chain, sides) > 0 else chain for chain in free]
    excess = sum(side for chain in turned for side in chain.values()) - sum(sides)
    step = 1 if excess > 0 else -1
    fitting = [
        number
        for number, chain in enumerate(turned)
        if 2 * sum(chain.values()) - len(chain) == step and not (anchored and number == 0)
    ]
    fitting.sort(key=lambda number: -_gain(turned[number], sides))
    if len(fitting) < abs(excess):
        return None
    for number in fitting[: abs(excess)]:
        turned[number] = _round(turned[number])
    new = {index: side for chain in turned for index, side in chain.items()}
    return [new[index] for index in range(len(sides))]


def _round(chain: dict[int, int]) -> dict[int, int]:
    return {index: 1 - side for index, side in chain.items()}


def _gain(chain: dict[int, int], sides: Sequence[int]) -> int:
    """How many more cards would be where they were if the chain were turned."""
    return sum(1 if sides[index] != side else -1 for index, side in chain.items())
