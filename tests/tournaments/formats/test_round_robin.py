from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest

from tournaments.formats.round_robin import round_robin

sizes = pytest.mark.parametrize("size", range(2, 13))


@sizes
def test_every_two_meet_exactly_once(size):
    meetings = Counter(frozenset(meeting) for meeting in chain.from_iterable(round_robin(size)))
    assert meetings == Counter(frozenset(couple) for couple in combinations(range(size), 2))


@sizes
def test_nobody_plays_twice_in_a_round(size):
    for meetings in round_robin(size):
        players = list(chain.from_iterable(meetings))
        assert len(players) == len(set(players))


@sizes
def test_rounds_are_full_and_one_rests_with_an_odd_size(size):
    rounds = round_robin(size)
    assert len(rounds) == size - 1 + size % 2
    assert {len(meetings) for meetings in rounds} == {size // 2}
    resting = [set(range(size)) - set(chain.from_iterable(meetings)) for meetings in rounds]
    assert Counter(chain.from_iterable(resting)) == (Counter(range(size)) if size % 2 else Counter())


@sizes
def test_everyone_is_side_a_as_often_as_side_b(size):
    as_a = Counter(place for place, _other in chain.from_iterable(round_robin(size)))
    for place in range(size):
        as_b = size - 1 - as_a[place]
        assert abs(as_a[place] - as_b) <= 1


def test_first_round_of_four_pairs_outer_and_inner_places():
    assert round_robin(4)[0] == [(0, 3), (1, 2)]
