from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .matching import Matching, MayMatch


def floating_contenders(pool: Sequence[int], below: Sequence[int], may_match: MayMatch) -> list[int]:
    """The fewest, lowest that must float so that all can be paired.

    Both lists are best first; together they must have a perfect matching.
    """
    lowest = Matching(pool, may_match).remove_unmatched(reversed(pool))
    if Matching([*lowest, *below], may_match).free_count:
        return _floats_by_matching(pool, below, may_match)
    return lowest[::-1]


def _floats_by_matching(pool: Sequence[int], below: Sequence[int], may_match: MayMatch) -> list[int]:
    """Return those of `pool` to pair with `below`: the lowest and fewest with as many paired as possible."""
    import networkx as nx  # noqa: PLC0415  takes a tenth of a second and is rarely needed

    tail = pool[-_tail_length(pool, below, may_match) :]
    worth = {seed: place for place, seed in enumerate(reversed(tail), start=1)}
    pair_weight = len(tail) ** 2 + 1
    graph = nx.Graph()
    for seed, opponent in combinations([*tail, *below], 2):
        if may_match(seed, opponent):
            within = seed in worth and opponent in worth
            graph.add_edge(
                seed, opponent, weight=pair_weight + worth[seed] + worth[opponent] if within else 0
            )
    staying = {
        seed
        for pair in nx.max_weight_matching(graph, maxcardinality=True)
        if worth.keys() >= set(pair)
        for seed in pair
    }
    return [seed for seed in tail if seed not in staying]


def _tail_length(pool: Sequence[int], below: Sequence[int], may_match: MayMatch) -> int:
    """Return how many of the lowest of `pool` to examine; those above can be paired among themselves."""
    contenders = [*pool, *below]
    most_forbidden = max(
        sum(not may_match(seed, opponent) for opponent in contenders if opponent != seed)
        for seed in contenders
    )
    # m contenders who may each meet all but d others can be paired when m is even, at least 2d + 2 (Dirac).
    enough = len(below) + 2 * most_forbidden + 2
    return min(len(pool), enough + (len(pool) - enough) % 2)
