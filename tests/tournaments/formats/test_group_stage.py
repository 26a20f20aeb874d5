"""Groups: who meets whom, how often and when."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, count, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import play, the_better_wins
from tournaments.formats.group_stage import GROUPS
from tournaments.formats.plan import Field, Part, Planned, Seed, Settings


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Several groups of three to six, or one of two to six; seeds in any order."""
    several = st.lists(st.integers(3, 6), min_size=2, max_size=8)
    sizes = draw(several | st.integers(2, 6).map(lambda size: [size]))
    seeds = iter(draw(st.permutations(range(1, sum(sizes) + 1))))
    return Field(sum(sizes), groups=tuple(tuple(next(seeds) for _ in range(size)) for size in sizes))


def meetings(planned: list[Planned]) -> list[tuple[int, ...]]:
    return [tuple(side.number for side in one.sides if isinstance(side, Seed)) for one in planned]


chosen = st.sampled_from([Settings(meetings=1), Settings(meetings=2)])


@settings(max_examples=60, deadline=None)
@given(field=fields(), chosen=chosen)
def test_everyone_meets_everyone_of_the_group_once_or_twice_and_nobody_else(field, chosen):
    met = Counter(frozenset(sides) for sides in meetings(GROUPS.plan(field, chosen)))
    couples = [frozenset(couple) for group in field.groups for couple in combinations(group, 2)]
    assert met == Counter(dict.fromkeys(couples, chosen.meetings))


@settings(max_examples=60, deadline=None)
@given(field=fields(), chosen=chosen)
def test_nobody_meets_two_in_a_round(field, chosen):
    planned = GROUPS.plan(field, chosen)
    for number in {one.key.round for one in planned}:
        playing = list(chain.from_iterable(meetings([one for one in planned if one.key.round == number])))
        assert len(playing) == len(set(playing))


@settings(max_examples=60, deadline=None)
@given(field=fields())
def test_the_second_time_sides_are_exchanged(field):
    sides = meetings(GROUPS.plan(field, Settings(meetings=2)))
    assert len(set(sides)) == len(sides)


@settings(max_examples=60, deadline=None)
@given(field=fields(), chosen=chosen)
def test_keys_count_rounds_and_positions_within_their_group(field, chosen):
    keys = [one.key for one in GROUPS.plan(field, chosen)]
    assert {key.part for key in keys} == {Part.MAIN}
    for group, members in enumerate(field.groups):
        rounds = sorted({key.round for key in keys if key.group == group})
        assert rounds == list(range(1, chosen.meetings * (len(members) - 1 + len(members) % 2) + 1))
        for number in rounds:
            positions = [key.position for key in keys if (key.group, key.round) == (group, number)]
            assert all(position == place for place, position in zip(count(), positions, strict=False))
    assert all(one != other for one, other in pairwise(sorted(keys, key=str)))


def test_the_plan_is_all_and_the_order_is_left_to_the_standings():
    field = Field(4, groups=((1, 2, 3, 4),))
    known = play(GROUPS, field, Settings(), the_better_wins)
    assert len(known.rounds_planned) == 1
    assert GROUPS.ranking(field, Settings(), known.results) == []
