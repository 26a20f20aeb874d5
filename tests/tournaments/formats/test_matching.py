from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.matching import Matching

couples = st.integers(2, 9).flatmap(
    lambda size: st.tuples(
        st.permutations(range(size)),
        st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda e: e[0] < e[1])),
    )
)


def fewest_free(vertices: frozenset[int], joined) -> int:
    @cache
    def free(left: frozenset[int]) -> int:
        if not left:
            return 0
        member, rest = min(left), left - {min(left)}
        return min([1 + free(rest), *(free(rest - {other}) for other in rest if joined(member, other))])

    return free(vertices)


@settings(max_examples=40)
@given(couples)
def test_fewest_vertices_stay_free(graph):
    order, edges = graph

    def joined(vertex, other):
        return (min(vertex, other), max(vertex, other)) in edges

    assert Matching(order, joined).free_count == fewest_free(frozenset(order), joined)


@settings(max_examples=40)
@given(couples)
def test_vertex_is_taken_only_if_that_leaves_one_fewer_free(graph):
    order, edges = graph

    def joined(vertex, other):
        return (min(vertex, other), max(vertex, other)) in edges

    matching, left = Matching(order, joined), frozenset(order)
    for vertex in order:
        better = fewest_free(left - {vertex}, joined) < matching.free_count
        assert matching.try_remove(vertex) == better
        left -= {vertex} if better else set()
        assert matching.free_count == fewest_free(left, joined)


@settings(max_examples=40)
@given(couples)
def test_couple_is_taken_only_if_the_others_stay_matched(graph):
    order, edges = graph

    def joined(vertex, other):
        return (min(vertex, other), max(vertex, other)) in edges

    matching = Matching(order, joined)
    spared = set(matching.remove_unmatched(order))
    left = frozenset(order) - spared
    assert matching.free_count == fewest_free(left, joined) == 0
    for vertex, neighbour in edges:
        if {vertex, neighbour} <= left:
            possible = fewest_free(left - {vertex, neighbour}, joined) == 0
            assert matching.try_remove(vertex, neighbour) == possible
            left -= {vertex, neighbour} if possible else set()


def test_spared_vertices_follow_the_wanted_order():
    matching = Matching([1, 2, 3], lambda vertex, other: {vertex, other} != {1, 3})
    assert matching.remove_unmatched([2, 3, 1]) == [3]
