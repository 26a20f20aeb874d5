"""Who leaves a bracket of equal points for the next one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .matching import Joined, Matching


def who_floats(pool: Sequence[int], below: Sequence[int], joined: Joined) -> list[int]:
    """The fewest of the pool without whom it can be paired, and with whom all below can; the lowest of it.

    Both are given best first; all of them together must have a perfect matching.
    """
    lowest = Matching(pool, joined).spare(reversed(pool))
    if Matching([*lowest, *below], joined).free:
        return _let_through(pool, below, joined)
    return lowest[::-1]


def _let_through(pool: Sequence[int], below: Sequence[int], joined: Joined) -> list[int]:
    """The same, where those below need others, or more, than the pool would spare.

    The heaviest perfect matching: a couple within the pool outweighs everything, then the better ones stay.
    """
    import networkx as nx  # noqa: PLC0415  a tenth of a second at every start, for what is rare

    tail = pool[-_tail(pool, below, joined) :]
    worth = {seed: place for place, seed in enumerate(reversed(tail), start=1)}
    couple = len(tail) ** 2 + 1
    graph = nx.Graph()
    for one, other in combinations([*tail, *below], 2):
        if joined(one, other):
            within = one in worth and other in worth
            graph.add_edge(one, other, weight=couple + worth[one] + worth[other] if within else 0)
    staying = {
        seed
        for pair in nx.max_weight_matching(graph, maxcardinality=True)
        if worth.keys() >= set(pair)
        for seed in pair
    }
    return [seed for seed in tail if seed not in staying]


def _tail(pool: Sequence[int], below: Sequence[int], joined: Joined) -> int:
    """How many of the lowest have to be looked at.

    Of m who may each meet all but d others, everybody can be paired when m is even and at least 2d + 2
    (Dirac). With so many, and one for each below, the tail spares whom those below need and pairs the others.
    """
    everybody = [*pool, *below]
    kept_apart = max(sum(not joined(one, other) for other in everybody if other != one) for one in everybody)
    enough = len(below) + 2 * kept_apart + 2
    return min(len(pool), enough + (len(pool) - enough) % 2)
