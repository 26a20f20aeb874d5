"""Sizes of groups, and which numbers of groups feed a bracket."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.groups import (
    FEWEST_ENTRANTS,
    MOST_ENTRANTS,
    feeds_bracket,
    group_name,
    group_sizes,
    nearest_group_counts,
    possible_group_counts,
    sizes_allowed,
)


@pytest.mark.parametrize(
    ("entrants", "groups", "sizes"),
    [
        (14, 4, [4, 4, 3, 3]),
        (16, 4, [4, 4, 4, 4]),
        (7, 2, [4, 3]),
        (5, 1, [5]),
        (3, 4, [1, 1, 1, 0]),
    ],
)
def test_sizes_are_as_even_as_can_be_with_the_larger_first(entrants, groups, sizes):
    assert group_sizes(entrants, groups) == sizes


@given(entrants=st.integers(0, 200), groups=st.integers(1, 40))
def test_nobody_is_left_out_and_no_two_groups_differ_by_more_than_one(entrants, groups):
    sizes = group_sizes(entrants, groups)
    assert (len(sizes), sum(sizes)) == (groups, entrants)
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)


def test_groups_have_three_to_six_entrants():
    allowed = [size for size in range(9) if sizes_allowed([4, size])]
    assert allowed == [3, 4, 5, 6]
    assert not sizes_allowed([])


@pytest.mark.parametrize(
    ("advance", "feeding"), [(1, {1, 2, 4, 8, 16, 32}), (2, {1, 2, 4, 8, 16, 32}), (3, {1})]
)
def test_one_group_has_no_bracket_and_more_must_fill_one(advance, feeding):
    assert {groups for groups in range(1, 33) if feeds_bracket(groups, advance)} == feeding


@pytest.mark.parametrize("advance", [1, 2])
@pytest.mark.parametrize("entrants", range(FEWEST_ENTRANTS, MOST_ENTRANTS + 1))
def test_every_number_of_pairs_can_be_drawn(entrants, advance):
    possible = possible_group_counts(entrants, advance)
    assert possible
    for groups in possible:
        assert sizes_allowed(group_sizes(entrants, groups))
        assert feeds_bracket(groups, advance)


@pytest.mark.parametrize(
    ("entrants", "possible"),
    [(3, [1]), (4, [1]), (6, [1, 2]), (8, [2]), (12, [2, 4]), (14, [4]), (24, [4, 8]), (32, [8])],
)
def test_the_possible_numbers_of_groups(entrants, possible):
    assert possible_group_counts(entrants, 2) == possible


def test_two_pairs_make_no_group():
    assert possible_group_counts(2, 2) == []


@pytest.mark.parametrize(("wanted", "nearest"), [(1, [2]), (2, [2, 4]), (3, [2, 4]), (4, [4]), (9, [4])])
def test_the_nearest_are_the_next_below_and_the_next_above(wanted, nearest):
    assert nearest_group_counts(12, 2, wanted) == nearest


def test_groups_are_named_by_letters():
    names = [group_name(position) for position in (0, 1, 15, 25, 26, 27, 52)]
    assert names == ["A", "B", "P", "Z", "AA", "AB", "BA"]
