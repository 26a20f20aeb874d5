from __future__ import annotations

import random
from collections import Counter

import pytest

from tournaments.formats.plan import Field, Key, Nobody, Part, Planned, Played, Seed, Settings
from tournaments.formats.swiss import SWISS, contenders_of, default_rounds, most_rounds

from .round_by_round import StageRun, in_round, seeds_of


def pairs_of(planned):
    return [seeds_of(encounter) for encounter in planned]


@pytest.mark.parametrize("entrants", [*range(2, 34), 63, 64])
def test_usual_rounds_have_no_repeats_and_no_second_byes(entrants):
    evening = StageRun(SWISS, Field(entrants))
    meetings: Counter[frozenset[int | None]] = Counter()
    for planned in evening.rounds():
        assert sorted(in_round(planned)) == list(range(1, entrants + 1))
        meetings.update(frozenset(pair) for pair in pairs_of(planned))
    assert max(meetings.values()) == 1


@pytest.mark.parametrize("entrants", range(2, 40))
def test_default_number_of_rounds_is_that_of_a_knock_out(entrants):
    assert len(list(StageRun(SWISS, Field(entrants)).rounds())) == default_rounds(entrants)


def test_default_and_most_rounds():
    assert [default_rounds(entrants) for entrants in (2, 3, 4, 5, 8, 9, 64, 2048)] == [
        1,
        2,
        2,
        3,
        3,
        4,
        6,
        11,
    ]
    assert [most_rounds(entrants) for entrants in (2, 5, 8)] == [1, 4, 7]


@pytest.mark.parametrize("rounds", [1, 4, 7])
def test_chosen_number_of_rounds_is_played(rounds):
    assert len(list(StageRun(SWISS, Field(8), Settings(rounds=rounds)).rounds())) == rounds


def test_first_round_pairs_upper_with_lower_half_and_rests_the_lowest():
    assert SWISS.plan(Field(5), Settings()) == [
        Planned(Key(Part.MAIN, 1, 0), (Seed(1), Seed(3))),
        Planned(Key(Part.MAIN, 1, 1), (Seed(2), Seed(4))),
        Planned(Key(Part.MAIN, 1, 2), (Seed(5), Nobody())),
    ]


def test_first_round_keeps_apart_those_who_should_not_meet():
    club = frozenset({1, 4, 5})
    apart = tuple(club - {seed} if seed in club else frozenset[int]() for seed in range(1, 7))
    assert pairs_of(SWISS.plan(Field(6, apart=apart), Settings())) == [(1, 6), (2, 4), (3, 5)]


def test_first_round_pairs_a_single_club():
    apart = tuple(frozenset(range(1, 5)) - {seed} for seed in range(1, 5))
    assert pairs_of(SWISS.plan(Field(4, apart=apart), Settings())) == [(1, 3), (2, 4)]


def test_withdrawn_entrant_is_not_paired():
    evening = StageRun(SWISS, Field(9), Settings(rounds=4))
    for number, planned in enumerate(evening.rounds(), start=1):
        assert sorted(in_round(planned)) == [seed for seed in range(1, 10) if seed not in evening.withdrawn]
        evening.withdrawn.add(number)
    assert len(evening.played) == 5 + 4 + 4 + 3


def test_late_entrant_is_paired_from_then_on():
    played = [Played(Key(Part.MAIN, 1, 0), (1, 2), (1, 2))]
    field = Field(3, standing=(1, 2, 3), points=((1, 1),))
    planned = SWISS.next_round(field, Settings(rounds=3), played)
    assert planned is not None
    assert sorted(in_round(planned)) == [1, 2, 3]


def test_fewer_than_two_in_play_end_the_stage():
    played = [Played(Key(Part.MAIN, 1, 0), (1, 2), (1, 2))]
    assert SWISS.next_round(Field(2, standing=(1,)), Settings(rounds=3), played) is None


def test_order_of_encounters_has_no_effect():
    evening = StageRun(SWISS, Field(21), Settings(rounds=6))
    for _planned in evening.rounds():
        shuffled = evening.played.copy()
        random.Random(3).shuffle(shuffled)
        if shuffled:
            assert SWISS.next_round(evening.now(), evening.settings, shuffled) == SWISS.next_round(
                evening.now(), evening.settings, evening.played
            )


def test_empty_chair_counts_as_a_bye_and_no_meeting():
    played = [
        Played(Key(Part.MAIN, 1, 0), (1, 2), (1, 2)),
        Played(Key(Part.MAIN, 1, 1), (3, None), (1, None)),
        Played(Key(Part.MAIN, 2, 0), (None, 2), (None, 1)),
        Played(Key(Part.MAIN, 2, 1), (1, 3), (2, 1)),
    ]
    first, second, third = contenders_of(Field(3, standing=(3, 1, 2), points=((3, 2), (1, 1))), played)
    assert (first.seed, first.points, dict(first.met), first.byes, first.as_a) == (3, 2, {1: 1}, 1, 0)
    assert (second.seed, second.points, dict(second.met), second.byes, second.as_a) == (
        1,
        1,
        {2: 1, 3: 1},
        0,
        2,
    )
    assert (third.seed, third.points, dict(third.met), third.byes, third.as_a) == (2, 0, {1: 1}, 1, 0)


def test_sides_are_balanced_over_many_rounds():
    evening = StageRun(SWISS, Field(64), Settings(rounds=8))
    for _planned in evening.rounds():
        pass
    as_a = Counter(encounter.seeds[0] for encounter in evening.played)
    assert all(3 <= as_a[seed] <= 5 for seed in range(1, 65))


def test_ranking_comes_from_the_standings():
    evening = StageRun(SWISS, Field(4))
    assert len(list(evening.rounds())) == 2
    assert evening.ranking() == []
