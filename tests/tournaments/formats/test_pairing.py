from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.pairing import Contender, pair_round


@st.composite
def histories(draw, largest: int = 64, density: float = 1.0):
    size = draw(st.integers(2, largest))
    chance = random.Random(draw(st.integers(0, 10**6)))
    share = draw(st.floats(0, density))
    meeting_counts: list[Counter[int]] = [Counter() for _ in range(size)]
    for first, second in combinations(range(size), 2):
        if chance.random() < share:
            meeting_counts[first][second] = meeting_counts[second][first] = chance.choice([1, 1, 1, 2])
    byes = draw(st.sampled_from([0, 0.3, 1]))
    points = sorted((chance.randint(0, 5) for _ in range(size)), reverse=True)
    return [
        Contender(seed, points[seed], meeting_counts[seed], int(chance.random() < byes), chance.randint(0, 3))
        for seed in range(size)
    ]


def fewest_repeats(contenders, *, without=None) -> int:
    graph = nx.Graph()
    graph.add_nodes_from(contender.seed for contender in contenders if contender.seed != without)
    graph.add_edges_from(
        (contender.seed, opponent.seed)
        for contender, opponent in combinations(contenders, 2)
        if opponent.seed not in contender.meeting_counts and without not in (contender.seed, opponent.seed)
    )
    return len(graph) // 2 - len(nx.max_weight_matching(graph, maxcardinality=True))


@settings(max_examples=60, deadline=None)
@given(histories())
def test_everyone_is_in_the_round_once(contenders):
    pairing = pair_round(contenders)
    seats = [seed for pair in pairing.pairs for seed in pair]
    assert sorted([*seats, *([] if pairing.bye is None else [pairing.bye])]) == list(range(len(contenders)))
    assert (pairing.bye is None) == (len(contenders) % 2 == 0)


@settings(max_examples=80, deadline=None)
@given(histories())
def test_round_has_the_fewest_possible_repeats(contenders):
    pairing = pair_round(contenders)
    counted = sum(opponent in contenders[seed].meeting_counts for seed, opponent in pairing.pairs)
    assert pairing.repeats == counted == fewest_repeats(contenders, without=pairing.bye)


@settings(max_examples=60, deadline=None)
@given(histories(largest=31).filter(lambda contenders: len(contenders) % 2))
def test_bye_goes_to_the_lowest_with_fewest_byes_that_costs_no_repeat(contenders):
    fewest = min(contender.byes for contender in contenders)
    costs = {
        contender.seed: fewest_repeats(contenders, without=contender.seed)
        for contender in contenders
        if contender.byes == fewest
    }
    assert pair_round(contenders).bye == max(
        seed for seed, cost in costs.items() if cost == min(costs.values())
    )


@settings(max_examples=60, deadline=None)
@given(histories(largest=24, density=0.7), st.randoms())
def test_pairing_depends_on_the_standings_not_on_seed_numbers(contenders, chance):
    names = list(range(100, 100 + len(contenders)))
    chance.shuffle(names)
    renamed = [
        Contender(
            names[contender.seed],
            contender.points,
            {names[other]: times for other, times in contender.meeting_counts.items()},
            contender.byes,
            contender.times_side_a,
        )
        for contender in contenders
    ]
    pairs = [(names[seed], names[opponent]) for seed, opponent in pair_round(contenders).pairs]
    assert list(pair_round(renamed).pairs) == pairs


@settings(max_examples=60, deadline=None)
@given(histories(largest=10, density=0.6).filter(lambda contenders: len(contenders) % 2 == 0))
def test_fewest_contenders_leave_the_best_bracket(contenders):
    if fewest_repeats(contenders):
        return
    best = {contender.seed for contender in contenders if contender.points == contenders[0].points}
    fewest = min(
        len({seed for pair in pairs for seed in pair if seed in best and not set(pair) <= best})
        for pairs in rounds_without_repeats(contenders)
    )
    pairing = pair_round(contenders)
    assert sum(len(set(pair) & best) == 1 for pair in pairing.pairs) == fewest


def rounds_without_repeats(contenders):
    if not contenders:
        yield []
        return
    first, *remaining = contenders
    for other in remaining:
        if other.seed not in first.meeting_counts:
            for rest in rounds_without_repeats([seed for seed in remaining if seed != other]):
                yield [(first.seed, other.seed), *rest]


def level(*seeds: int, **met: list[int]) -> list[Contender]:
    """Return contenders without points; `s1=[2, 3]` means that 1 met 2 and 3."""
    known: dict[int, Counter[int]] = {seed: Counter() for seed in seeds}
    for name, others in met.items():
        for other in others:
            known[int(name[1:])][other] += 1
            known[other][int(name[1:])] += 1
    return [Contender(seed, meeting_counts=known[seed]) for seed in seeds]


def test_bracket_pairs_its_upper_with_its_lower_half():
    assert pair_round(level(1, 2, 3, 4, 5, 6, 7, 8)).pairs == ((1, 5), (2, 6), (3, 7), (4, 8))


def test_earlier_opponent_is_replaced_by_the_next_of_the_lower_half():
    pairs = pair_round(level(1, 2, 3, 4, 5, 6, s1=[4])).pairs
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in [(1, 5), (2, 4), (3, 6)]}


def test_best_leaves_opponents_that_others_need():
    pairs = pair_round(level(1, 2, 3, 4, s2=[3])).pairs
    assert {frozenset(pair) for pair in pairs} == {frozenset((1, 3)), frozenset((2, 4))}
    pairs = pair_round(level(1, 2, 3, 4, s2=[4])).pairs
    assert {frozenset(pair) for pair in pairs} == {frozenset((1, 4)), frozenset((2, 3))}


def test_one_half_is_paired_within_itself_only_if_necessary():
    pairs = pair_round(level(1, 2, 3, 4, s1=[3, 4])).pairs
    assert {frozenset(pair) for pair in pairs} == {frozenset((1, 2)), frozenset((3, 4))}


def test_lowest_of_an_odd_bracket_floats():
    points = [2, 2, 2, 1, 0, 0]
    pairing = pair_round([Contender(seed, won) for seed, won in enumerate(points, start=1)])
    assert pairing.pairs == ((1, 2), (3, 4), (5, 6))
    assert pairing.floats == (3,)


def test_bracket_sends_two_when_those_below_need_them():
    *better, five, six = level(1, 2, 3, 4, 5, 6, s5=[6])
    better = [Contender(contender.seed, 1, contender.meeting_counts) for contender in better]
    pairing = pair_round([*better, five, six])
    assert pairing.repeats == 0
    assert pairing.pairs == ((1, 2), (3, 5), (4, 6))


def test_repeats_are_between_those_who_met_least_often():
    meeting_counts = {
        1: {2: 1, 3: 2, 4: 2},
        2: {1: 1, 3: 2, 4: 2},
        3: {1: 2, 2: 2, 4: 1},
        4: {1: 2, 2: 2, 3: 1},
    }
    pairing = pair_round([Contender(seed, meeting_counts=meeting_counts[seed]) for seed in meeting_counts])
    assert {frozenset(pair) for pair in pairing.pairs} == {frozenset((1, 2)), frozenset((3, 4))}
    assert pairing.repeats == 2


def test_side_a_goes_to_the_entrant_that_had_it_less_often():
    assert pair_round([Contender(1, times_side_a=2), Contender(2, times_side_a=1)]).pairs == ((2, 1),)
    assert pair_round([Contender(1, times_side_a=1), Contender(2, times_side_a=2)]).pairs == ((1, 2),)


def test_side_a_alternates_between_rounds_for_equal_counts():
    after_one = [
        Contender(1, meeting_counts={3: 1}, times_side_a=1),
        Contender(2, meeting_counts={4: 1}, times_side_a=1),
    ]
    assert pair_round(after_one).pairs == ((2, 1),)


def test_progress_counts_up_to_all():
    reports: list[tuple[int, int]] = []
    contenders = [Contender(seed, points=-seed // 4) for seed in range(16)]
    pair_round(contenders, progress=lambda done, of: reports.append((done, of)))
    assert reports[-1] == (16, 16)
    assert reports == sorted(reports)
    assert len(reports) > 1


@pytest.mark.parametrize("size", [0, 1])
def test_fewer_than_two_make_no_pair(size):
    pairing = pair_round([Contender(seed) for seed in range(1, size + 1)])
    assert pairing.pairs == ()
    assert pairing.bye == (1 if size else None)


def test_large_bracket_sends_the_lowest_that_those_below_need():
    better = [Contender(seed, 1, {41: 1} if seed == 40 else {}) for seed in range(1, 41)]
    below = [Contender(41, 0, {40: 1, 42: 1}), Contender(42, 0, {41: 1})]
    pairing = pair_round([*better, *below])
    assert pairing.repeats == 0
    assert {frozenset(pair) for pair in pairing.pairs[-2:]} == {frozenset((39, 41)), frozenset((40, 42))}
