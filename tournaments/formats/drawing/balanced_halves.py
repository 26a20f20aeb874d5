"""Divides entrants between two sides so that rows (pots, tiers) and kin (clubs) come out even.

Both can always be even at once: couples form chains; the edges of a bipartite graph can be halved at every
vertex (Euler, Kőnig).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

Partners = list[int | None]


@dataclass(frozen=True)
class Card:
    row: int | None
    kin: str | None


def divide_in_halves(entrants: Sequence[Card], sides: Sequence[int], *, anchored: bool = False) -> list[int]:
    """Return new sides (0 or 1) on which each row and each kin differs by at most one; side sizes stay.

    With `anchored` the first card stays and the second goes opposite, at the cost of one kin if necessary.
    Raises ValueError for too unequal sides.
    """
    rows = _pair_partners([entrant.row for entrant in entrants], sides)
    kin = _pair_partners([entrant.kin for entrant in entrants], sides)
    for loosened in ((), (0,), (1,)) if anchored else ((),):
        flipped = _flip_chains(
            _build_chains(rows, _remove_couples(kin, loosened), sides), sides, anchored=anchored
        )
        if flipped is not None:
            return flipped
    raise ValueError("the sides are too unequal")


def _pair_partners(labels: Sequence[int | str | None], sides: Sequence[int]) -> Partners:
    """Return each index's partner: same label, opposite side first; None for odd ones and the unlabelled."""
    waiting: dict[int | str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, (label, side) in enumerate(zip(labels, sides, strict=True)):
        if label is not None:
            waiting[label][side].append(index)
    partners: Partners = [None] * len(labels)
    for first_side, second_side in waiting.values():
        paired = min(len(first_side), len(second_side))
        unpaired = first_side[paired:] + second_side[paired:]
        for first, second in [
            *zip(first_side, second_side, strict=False),
            *zip(unpaired[::2], unpaired[1::2], strict=False),
        ]:
            partners[first], partners[second] = second, first
    return partners


def _remove_couples(partners: Partners, loosened: Sequence[int]) -> Partners:
    uncoupled = {index for loose in loosened for index in (loose, partners[loose])}
    return [None if index in uncoupled else partner for index, partner in enumerate(partners)]


def _build_chains(rows: Partners, kin: Partners, sides: Sequence[int]) -> list[dict[int, int]]:
    """Return chains of linked partners, each as sides by index; partners are on opposite sides."""
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


def _flip_chains(chains: list[dict[int, int]], sides: Sequence[int], *, anchored: bool) -> list[int] | None:
    """Return each card's side, moving the fewest so that sizes don't change; None if impossible.

    With `anchored` the first chain isn't flipped.
    """
    free = chains[1:] if anchored else chains
    flipped = chains[:1] if anchored else []
    flipped += [_flip_chain(chain) if _flip_gain(chain, sides) > 0 else chain for chain in free]
    excess = sum(side for chain in flipped for side in chain.values()) - sum(sides)
    step = 1 if excess > 0 else -1
    fitting = [
        number
        for number, chain in enumerate(flipped)
        if 2 * sum(chain.values()) - len(chain) == step and not (anchored and number == 0)
    ]
    fitting.sort(key=lambda number: -_flip_gain(flipped[number], sides))
    if len(fitting) < abs(excess):
        return None
    for number in fitting[: abs(excess)]:
        flipped[number] = _flip_chain(flipped[number])
    side_by_index = {index: side for chain in flipped for index, side in chain.items()}
    return [side_by_index[index] for index in range(len(sides))]


def _flip_chain(chain: dict[int, int]) -> dict[int, int]:
    return {index: 1 - side for index, side in chain.items()}


def _flip_gain(chain: dict[int, int], sides: Sequence[int]) -> int:
    return sum(1 if sides[index] != side else -1 for index, side in chain.items())
