from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tournaments.formats.encounter_plan import (
    FormatSettings,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    StageField,
)
from tournaments.formats.fours.near_seating import seat_by_rank
from tournaments.formats.fours.rounds_at_tables import ROUNDS_AT_TABLES, stage_round_count
from tournaments.formats.fours.seating import seat_by_pot
from tournaments.formats.fours.tables_of_four import count_meetings


def seeds_of(planned: PlannedEncounter) -> list[int]:
    return [side.number for side in planned.sides if isinstance(side, Seed)]


def as_played(planned: list[PlannedEncounter]) -> list[PlayedEncounter]:
    return [
        PlayedEncounter(
            encounter.key,
            tuple(side.number if isinstance(side, Seed) else None for side in encounter.sides),
            (1, 2, 3, 4),
        )
        for encounter in planned
    ]


def play(entrants: int, rounds: int, chance: int) -> list[list[PlannedEncounter]]:
    turns, settings = random.Random(chance), FormatSettings(rounds=rounds)
    drawn_rounds = [ROUNDS_AT_TABLES.plan(StageField(entrants), settings)]
    played: list[PlayedEncounter] = as_played(drawn_rounds[0])
    while True:
        standing = turns.sample(range(1, entrants + 1), entrants)
        following = ROUNDS_AT_TABLES.next_round(
            StageField(entrants, seeds_in_order=tuple(standing)), settings, played
        )
        if following is None:
            return drawn_rounds
        drawn_rounds.append(following)
        played += as_played(following)


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8, 13, 16, 21, 32, 50])
def test_everyone_plays_each_round_once_and_byes_rotate(entrants):
    rounds = 5
    drawn_rounds = play(entrants, rounds, chance=entrants)
    assert len(drawn_rounds) == rounds
    byes: Counter[int] = Counter()
    for planned in drawn_rounds:
        seated_by_round = [seeds_of(encounter) for encounter in planned]
        assert sorted(seed for row in seated_by_round for seed in row) == list(range(1, entrants + 1))
        assert {len(row) for row in seated_by_round} <= {1, 4}
        byes.update(row[0] for row in seated_by_round if len(row) == 1)
    bye_counts = [byes[seed] for seed in range(1, entrants + 1)]
    assert max(bye_counts) - min(bye_counts) <= 1


@pytest.mark.parametrize(("entrants", "rounds"), [(16, 3), (32, 5), (64, 6), (100, 5)])
def test_no_meeting_repeats_while_avoidable(entrants, rounds):
    meeting_counts: Counter[tuple[int, int]] = Counter()
    for planned in play(entrants, rounds, chance=entrants):
        for encounter in planned:
            meeting_counts.update(combinations(sorted(seeds_of(encounter)), 2))
    assert max(meeting_counts.values()) == 1


def test_neighbours_sit_together_while_nobody_has_met():
    assert seat_by_rank([5, 1, 7, 3, 8, 2, 6, 4], {}) == [(5, 1, 7, 3), (8, 2, 6, 4)]
    assert seat_by_rank(list(range(1, 41)), {})[3] == (13, 14, 15, 16)


def test_earlier_opponents_are_separated_and_others_stay_near():
    meeting_counts = {1: {2: 1}, 2: {1: 1}}
    tables = seat_by_rank(list(range(1, 13)), meeting_counts)
    assert not any({1, 2} <= set(table) for table in tables)
    assert {9, 10, 11, 12} in map(set, tables)


def test_unavoidable_repeats_are_as_few_as_in_any_seating():
    drawn_rounds = play(8, 4, chance=3)
    for number, planned in enumerate(drawn_rounds[1:], start=1):
        meeting_counts = count_meetings(
            [encounter for round_ in drawn_rounds[:number] for encounter in as_played(round_)]
        )
        couples = [couple for encounter in planned for couple in combinations(seeds_of(encounter), 2)]
        best = seat_by_pot(list(range(1, 9)), meeting_counts)
        assert sum(meeting_counts[seed][opponent] > 1 for seed, opponent in couples) == best.third_meetings
        assert sum(meeting_counts[seed][opponent] > 0 for seed, opponent in couples) == best.repeats


def test_partial_tables_are_refused():
    with pytest.raises(ValueError, match="full tables"):
        seat_by_rank([1, 2, 3], {})


def test_first_round_takes_one_of_each_quarter_and_the_lowest_rest():
    planned = ROUNDS_AT_TABLES.plan(StageField(18), FormatSettings())
    assert [seeds_of(encounter) for encounter in planned] == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
        [17],
        [18],
    ]


def test_first_round_keeps_apart_those_who_should_not_meet():
    apart = tuple(frozenset({1, 8} - {seed}) if seed in (1, 8) else frozenset() for seed in range(1, 17))
    planned = ROUNDS_AT_TABLES.plan(StageField(16, seeds_to_avoid=apart), FormatSettings())
    assert not any({1, 8} <= set(seeds_of(encounter)) for encounter in planned)


def test_lowest_with_the_fewest_byes_rests():
    first = as_played(ROUNDS_AT_TABLES.plan(StageField(5), FormatSettings(rounds=3)))
    second = ROUNDS_AT_TABLES.next_round(
        StageField(5, seeds_in_order=(2, 1, 5, 3, 4)), FormatSettings(rounds=3), first
    )
    assert second is not None
    assert seeds_of(second[-1]) == [4]


@pytest.mark.parametrize(("entrants", "rounds"), [(4, 2), (16, 4), (17, 5), (64, 6)])
def test_default_number_of_rounds_is_that_of_a_knock_out(entrants, rounds):
    assert stage_round_count(StageField(entrants), FormatSettings()) == rounds
    assert stage_round_count(StageField(entrants), FormatSettings(rounds=9)) == 9


def test_no_round_follows_the_last_or_with_three_left():
    played = as_played(ROUNDS_AT_TABLES.plan(StageField(8), FormatSettings(rounds=1)))
    assert (
        ROUNDS_AT_TABLES.next_round(
            StageField(8, seeds_in_order=tuple(range(1, 9))), FormatSettings(rounds=1), played
        )
        is None
    )
    assert (
        ROUNDS_AT_TABLES.next_round(StageField(8, seeds_in_order=(1, 2, 3)), FormatSettings(rounds=2), played)
        is None
    )
