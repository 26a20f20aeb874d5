from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.group_sizes import group_name, group_sizes


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
def test_sizes_are_even_with_the_larger_first(entrants, groups, sizes):
    assert group_sizes(entrants, groups) == sizes


@given(entrants=st.integers(0, 200), groups=st.integers(1, 40))
def test_sizes_add_up_and_differ_by_at_most_one(entrants, groups):
    sizes = group_sizes(entrants, groups)
    assert (len(sizes), sum(sizes)) == (groups, entrants)
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)


def test_groups_are_named_by_letters():
    names = [group_name(position) for position in (0, 1, 15, 25, 26, 27, 52)]
    assert names == ["A", "B", "P", "Z", "AA", "AB", "BA"]
