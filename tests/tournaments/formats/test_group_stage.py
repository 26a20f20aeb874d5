from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, count, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.play_plan import better_seed_wins, play
from tournaments.formats.encounter_plan import FormatSettings, Part, PlannedEncounter, Seed, StageField
from tournaments.formats.group_stage import GROUPS


@st.composite
def fields(draw: st.DrawFn) -> StageField:
    several = st.lists(st.integers(3, 6), min_size=2, max_size=8)
    sizes = draw(several | st.integers(2, 6).map(lambda size: [size]))
    seeds = iter(draw(st.permutations(range(1, sum(sizes) + 1))))
    return StageField(sum(sizes), groups=tuple(tuple(next(seeds) for _ in range(size)) for size in sizes))


def meetings(planned: list[PlannedEncounter]) -> list[tuple[int, ...]]:
    return [tuple(side.number for side in encounter.sides if isinstance(side, Seed)) for encounter in planned]


chosen = st.sampled_from([FormatSettings(meetings=1), FormatSettings(meetings=2)])


@settings(max_examples=60, deadline=None)
@given(field=fields(), chosen=chosen)
def test_everyone_meets_only_everyone_of_the_group(field, chosen):
    pairings = Counter(frozenset(sides) for sides in meetings(GROUPS.plan(field, chosen)))
    couples = [frozenset(couple) for group in field.groups for couple in combinations(group, 2)]
    assert pairings == Counter(dict.fromkeys(couples, chosen.meetings))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(field=fields(), chosen=chosen)
def test_nobody_plays_twice_in_a_round(field, chosen):
    planned = GROUPS.plan(field, chosen)
    for number in {encounter.key.round for encounter in planned}:
        playing = list(
            chain.from_iterable(
                meetings([encounter for encounter in planned if encounter.key.round == number])
            )
        )
        assert len(playing) == len(set(playing))


@settings(max_examples=60, deadline=None)
@given(field=fields())
def test_second_meeting_swaps_sides(field):
    sides = meetings(GROUPS.plan(field, FormatSettings(meetings=2)))
    assert len(set(sides)) == len(sides)


@settings(max_examples=60, deadline=None)
@given(field=fields(), chosen=chosen)
def test_keys_count_rounds_and_positions_within_their_group(field, chosen):
    keys = [encounter.key for encounter in GROUPS.plan(field, chosen)]
    assert {key.part for key in keys} == {Part.MAIN}
    for group, members in enumerate(field.groups):
        rounds = sorted({key.round for key in keys if key.group == group})
        assert rounds == list(range(1, chosen.meetings * (len(members) - 1 + len(members) % 2) + 1))
        for number in rounds:
            positions = [key.position for key in keys if (key.group, key.round) == (group, number)]
            assert all(position == place for place, position in zip(count(), positions, strict=False))
    assert all(key != next_key for key, next_key in pairwise(sorted(keys, key=str)))


def test_plan_is_complete_and_the_standings_rank():
    field = StageField(4, groups=((1, 2, 3, 4),))
    known = play(GROUPS, field, FormatSettings(), better_seed_wins)
    assert len(known.rounds_planned) == 1
    assert GROUPS.ranking(field, FormatSettings(), known.results) == []
