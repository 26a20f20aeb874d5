from __future__ import annotations

from collections import Counter
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.table_schedule import spread_over_tables

rounds_of_play = st.lists(st.integers(0, 20), max_size=12)


def test_round_continues_at_the_table_where_the_previous_stopped():
    assert spread_over_tables([3, 3, 2], 2) == [[0, 1, 0], [1, 0, 1], [0, 1]]


def test_single_table_takes_everything():
    assert spread_over_tables([2, 2], 1) == [[0, 0], [0, 0]]


@given(rounds=rounds_of_play, tables=st.integers(1, 12))
def test_queues_are_equally_long_after_every_round(rounds, tables):
    placed = spread_over_tables(rounds, tables)
    assert [len(members) for members in placed] == rounds
    for until in range(len(placed) + 1):
        queues = Counter(chain.from_iterable(placed[:until]))
        lengths = [queues[table] for table in range(tables)]
        assert max(lengths) - min(lengths) <= 1


@given(encounters=st.integers(0, 12), tables=st.integers(1, 12))
def test_round_that_fits_the_tables_is_played_at_once(encounters, tables):
    (placed,) = spread_over_tables([encounters], tables)
    assert encounters > tables or len(set(placed)) == encounters
