from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.fours.repeat_bounds import fewest_repeats
from tournaments.formats.fours.seating import seat_by_pot


@st.composite
def acquaintances(draw, sizes=(4, 8, 12)):
    size = draw(st.sampled_from(sizes))
    chance = random.Random(draw(st.integers(0, 10**6)))
    share = draw(st.floats(0, 1))
    meeting_counts: dict[int, Counter[int]] = {seed: Counter() for seed in range(size)}
    for first, second in combinations(range(size), 2):
        if chance.random() < share:
            meeting_counts[first][second] = meeting_counts[second][first] = chance.choice([1, 1, 2, 3])
    order = list(range(size))
    chance.shuffle(order)
    return order, meeting_counts


def seatings(seeds):
    if not seeds:
        yield []
        return
    first, *others = seeds
    for mates in combinations(others, 3):
        for rest in seatings([seed for seed in others if seed not in mates]):
            yield [(first, *mates), *rest]


def meetings(tables, met):
    """Count the couples that meet for the third time or more, and those that meet again."""
    times = [met[seed][opponent] for table in tables for seed, opponent in combinations(table, 2)]
    return sum(number > 1 for number in times), sum(number > 0 for number in times)


@settings(max_examples=40, deadline=None)
@given(acquaintances())
def test_seating_of_up_to_twelve_is_optimal(case):
    order, meeting_counts = case
    seating = seat_by_pot(order, meeting_counts)
    assert (seating.third_meetings, seating.repeats) == meetings(seating.tables, meeting_counts)
    assert meetings(seating.tables, meeting_counts) == min(
        meetings(tables, meeting_counts) for tables in seatings(order)
    )


@settings(max_examples=40, deadline=None)
@given(acquaintances())
def test_no_seating_has_fewer_repeats_than_the_bound(case):
    order, meeting_counts = case
    fewest = min(meetings(tables, meeting_counts)[1] for tables in seatings(order))
    assert fewest_repeats(order, meeting_counts) <= fewest
    assert seat_by_pot(order, meeting_counts).lower_bound <= fewest


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(acquaintances(sizes=(4, 16, 20, 40, 64)))
def test_everyone_has_one_chair_and_every_table_is_full(case):
    order, meeting_counts = case
    seating = seat_by_pot(order, meeting_counts)
    assert sorted(seed for table in seating.tables for seed in table) == sorted(order)
    assert {len(table) for table in seating.tables} == {4}
    assert seating.lower_bound <= seating.repeats


def test_first_seating_is_dealt_from_pots_in_a_serpentine():
    tables = seat_by_pot(list(range(1, 17)), {}).tables
    assert tables == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))


def test_exchange_stays_within_the_pots_if_possible():
    meeting_counts = {1: {8: 1}, 8: {1: 1}}
    seating = seat_by_pot(list(range(1, 17)), meeting_counts)
    assert seating.repeats == 0
    assert all({(seed - 1) // 4 for seed in table} == {0, 1, 2, 3} for table in seating.tables)


@pytest.mark.parametrize("size", [20, 32, 64, 128])
def test_former_table_mates_are_separated_when_there_is_space(size):
    meeting_counts = {seed: {seed ^ 1: 1} for seed in range(size)}
    chance = random.Random(size)
    for _ in range(5):
        order = list(range(size))
        chance.shuffle(order)
        assert seat_by_pot(order, meeting_counts).repeats == 0


def test_best_seating_of_sixteen_is_found_after_many_meetings():
    clubs = {
        seed: {other: 1 for other in range(16) if other != seed and other % 4 == seed % 4}
        for seed in range(16)
    }
    seating = seat_by_pot([0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15], clubs)
    assert seating.repeats == seating.lower_bound == 0


def test_circle_of_five_at_four_tables_repeats_one_meeting():
    circle = {seed: {other: 1 for other in range(5) if other != seed} for seed in range(5)}
    assert fewest_repeats(list(range(16)), circle) == seat_by_pot(list(range(16)), circle).repeats == 1


def test_entrant_with_two_unmet_opponents_repeats_a_meeting():
    meeting_counts = {0: dict.fromkeys(range(1, 22), 1)} | {seed: {0: 1} for seed in range(1, 22)}
    assert fewest_repeats(list(range(24)), meeting_counts) == 1
    assert seat_by_pot(list(range(24)), meeting_counts).repeats == 1


@pytest.mark.parametrize("size", [1, 3, 5, 18])
def test_partial_tables_are_refused(size):
    with pytest.raises(ValueError, match="full tables"):
        seat_by_pot(list(range(size)), {})
