from __future__ import annotations

import random
from collections import Counter

import pytest

from tournaments.formats.encounter_plan import (
    EmptySide,
    EncounterKey,
    FormatSettings,
    Part,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    StageField,
)
from tournaments.formats.swiss import SWISS, build_contenders, default_rounds, most_rounds

from .round_by_round import StageRun, seeds_in_round, seeds_of


def pairs_of(planned):
    return [seeds_of(encounter) for encounter in planned]


@pytest.mark.parametrize("entrants", [*range(2, 34), 63, 64])
def test_usual_rounds_have_no_repeats_and_no_second_byes(entrants):
    evening = StageRun(SWISS, StageField(entrants))
    meetings: Counter[frozenset[int | None]] = Counter()
    for planned in evening.rounds():
        assert sorted(seeds_in_round(planned)) == list(range(1, entrants + 1))
        meetings.update(frozenset(pair) for pair in pairs_of(planned))
    assert max(meetings.values()) == 1


@pytest.mark.parametrize("entrants", range(2, 40))
def test_default_number_of_rounds_is_that_of_a_knock_out(entrants):
    assert len(list(StageRun(SWISS, StageField(entrants)).rounds())) == default_rounds(entrants)


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
    assert len(list(StageRun(SWISS, StageField(8), FormatSettings(rounds=rounds)).rounds())) == rounds


def test_first_round_pairs_upper_with_lower_half_and_rests_the_lowest():
    assert SWISS.plan(StageField(5), FormatSettings()) == [
        PlannedEncounter(EncounterKey(Part.MAIN, 1, 0), (Seed(1), Seed(3))),
        PlannedEncounter(EncounterKey(Part.MAIN, 1, 1), (Seed(2), Seed(4))),
        PlannedEncounter(EncounterKey(Part.MAIN, 1, 2), (Seed(5), EmptySide())),
    ]


def test_first_round_keeps_apart_those_who_should_not_meet():
    club = frozenset({1, 4, 5})
    apart = tuple(club - {seed} if seed in club else frozenset[int]() for seed in range(1, 7))
    assert pairs_of(SWISS.plan(StageField(6, seeds_to_avoid=apart), FormatSettings())) == [
        (1, 6),
        (2, 4),
        (3, 5),
    ]


def test_first_round_pairs_a_single_club():
    apart = tuple(frozenset(range(1, 5)) - {seed} for seed in range(1, 5))
    assert pairs_of(SWISS.plan(StageField(4, seeds_to_avoid=apart), FormatSettings())) == [(1, 3), (2, 4)]


def test_withdrawn_entrant_is_not_paired():
    evening = StageRun(SWISS, StageField(9), FormatSettings(rounds=4))
    for number, planned in enumerate(evening.rounds(), start=1):
        assert sorted(seeds_in_round(planned)) == [
            seed for seed in range(1, 10) if seed not in evening.withdrawn
        ]
        evening.withdrawn.add(number)
    assert len(evening.played) == 5 + 4 + 4 + 3


def test_late_entrant_is_paired_from_then_on():
    played = [PlayedEncounter(EncounterKey(Part.MAIN, 1, 0), (1, 2), (1, 2))]
    field = StageField(3, seeds_in_order=(1, 2, 3), points=((1, 1),))
    planned = SWISS.next_round(field, FormatSettings(rounds=3), played)
    assert planned is not None
    assert sorted(seeds_in_round(planned)) == [1, 2, 3]


def test_fewer_than_two_in_play_end_the_stage():
    played = [PlayedEncounter(EncounterKey(Part.MAIN, 1, 0), (1, 2), (1, 2))]
    assert SWISS.next_round(StageField(2, seeds_in_order=(1,)), FormatSettings(rounds=3), played) is None


def test_order_of_encounters_has_no_effect():
    evening = StageRun(SWISS, StageField(21), FormatSettings(rounds=6))
    for _planned in evening.rounds():
        shuffled = evening.played.copy()
        random.Random(3).shuffle(shuffled)
        if shuffled:
            assert SWISS.next_round(evening.now(), evening.settings, shuffled) == SWISS.next_round(
                evening.now(), evening.settings, evening.played
            )


def test_empty_chair_counts_as_a_bye_and_no_meeting():
    played = [
        PlayedEncounter(EncounterKey(Part.MAIN, 1, 0), (1, 2), (1, 2)),
        PlayedEncounter(EncounterKey(Part.MAIN, 1, 1), (3, None), (1, None)),
        PlayedEncounter(EncounterKey(Part.MAIN, 2, 0), (None, 2), (None, 1)),
        PlayedEncounter(EncounterKey(Part.MAIN, 2, 1), (1, 3), (2, 1)),
    ]
    first, second, third = build_contenders(
        StageField(3, seeds_in_order=(3, 1, 2), points=((3, 2), (1, 1))), played
    )
    assert (first.seed, first.points, dict(first.meeting_counts), first.byes, first.times_side_a) == (
        3,
        2,
        {1: 1},
        1,
        0,
    )
    assert (second.seed, second.points, dict(second.meeting_counts), second.byes, second.times_side_a) == (
        1,
        1,
        {2: 1, 3: 1},
        0,
        2,
    )
    assert (third.seed, third.points, dict(third.meeting_counts), third.byes, third.times_side_a) == (
        2,
        0,
        {1: 1},
        1,
        0,
    )


def test_sides_are_balanced_over_many_rounds():
    evening = StageRun(SWISS, StageField(64), FormatSettings(rounds=8))
    for _planned in evening.rounds():
        pass
    as_a = Counter(encounter.seeds[0] for encounter in evening.played)
    assert all(3 <= as_a[seed] <= 5 for seed in range(1, 65))


def test_ranking_comes_from_the_standings():
    evening = StageRun(SWISS, StageField(4))
    assert len(list(evening.rounds())) == 2
    assert evening.ranking() == []
