from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.formats.round_by_round import StageRun, seeds_in_round, seeds_of
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
from tournaments.formats.fours.tables_of_four import TABLES_OF_FOUR, count_advancing, round_sizes

MANY = 40
EVENINGS = [
    entrants if entrants <= MANY or entrants % 16 == 0 else pytest.param(entrants, marks=pytest.mark.release)
    for entrants in range(4, 201)
]
"""Return every number of entrants; for those that soon shrink, a few with every change."""


def tables(planned):
    return [seeds_of(encounter) for encounter in planned if None not in seeds_of(encounter)]


@pytest.mark.parametrize("entrants", EVENINGS)
def test_two_of_each_full_table_advance_to_one_champion(entrants):
    evening = StageRun(TABLES_OF_FOUR, StageField(entrants))
    sizes: list[int] = []
    for planned in evening.rounds():
        everybody = seeds_in_round(planned)
        before = [encounter for encounter in evening.played if encounter.key.round == len(sizes)]
        through = {encounter.seed_at_place(place) for encounter in before for place in (1, 2)} - {None}
        assert through <= set(everybody)
        assert len(set(everybody)) == len(everybody)
        assert len(tables(planned)) == len(everybody) // 4
        resting = [encounter.sides for encounter in planned if EmptySide() in encounter.sides]
        assert all(sides[1:] == (EmptySide(),) * 3 for sides in resting)
        sizes.append(len(everybody))
    assert sizes == round_sizes(entrants)
    assert sizes[-1] == 4
    ranking = evening.ranking()
    assert [len(group) for group in ranking[:4]] == [1, 1, 1, 1]
    assert sorted(seed for group in ranking for seed in group) == list(range(1, entrants + 1))


@pytest.mark.parametrize("entrants", EVENINGS)
def test_no_entrant_has_a_second_bye_while_another_had_fewer(entrants):
    byes: Counter[int | None] = Counter()
    for planned in StageRun(TABLES_OF_FOUR, StageField(entrants)).rounds():
        resting = {seeds_of(encounter)[0] for encounter in planned if EmptySide() in encounter.sides}
        fewest = min(byes[seed] for seed in seeds_in_round(planned) if seed not in resting)
        assert all(byes[seed] <= fewest for seed in resting)
        byes.update(resting)


@pytest.mark.parametrize("entrants", [*range(16, 100, 7), 128, 200])
def test_no_meeting_repeats_while_five_tables_are_left(entrants):
    meetings: Counter[frozenset[int | None]] = Counter()
    for planned in StageRun(TABLES_OF_FOUR, StageField(entrants)).rounds():
        if len(tables(planned)) >= 5:
            meetings.update(frozenset(pair) for table in tables(planned) for pair in combinations(table, 2))
    assert max(meetings.values(), default=1) == 1


def test_number_of_entrants_that_advance():
    assert [count_advancing(entrants) for entrants in (4, 5, 6, 7, 8, 9, 10, 11)] == [1, 4, 4, 5, 4, 5, 6, 7]
    assert round_sizes(2047) == [2047, 1025, 513, 257, 129, 65, 33, 17, 9, 5, 4]


def test_every_number_of_entrants_ends_with_four():
    for entrants in range(4, 2049):
        sizes = round_sizes(entrants)
        assert sizes[-1] == 4
        assert sizes == sorted(set(sizes), reverse=True)


def test_first_round_deals_seeds_to_tables_and_rests_the_best():
    assert TABLES_OF_FOUR.plan(StageField(9), FormatSettings()) == [
        PlannedEncounter(EncounterKey(Part.MAIN, 1, 0), (Seed(2), Seed(5), Seed(6), Seed(9))),
        PlannedEncounter(EncounterKey(Part.MAIN, 1, 1), (Seed(3), Seed(4), Seed(7), Seed(8))),
        PlannedEncounter(EncounterKey(Part.MAIN, 1, 2), (Seed(1), EmptySide(), EmptySide(), EmptySide())),
    ]


def test_first_round_keeps_apart_those_who_should_not_meet():
    apart = (frozenset({8}), *(frozenset[int]() for _ in range(6)), frozenset({1}))
    for table in tables(TABLES_OF_FOUR.plan(StageField(8, seeds_to_avoid=apart), FormatSettings())):
        assert not {1, 8} <= set(table)


def played_round(number: int, *rounds: tuple[int, ...]) -> list[PlayedEncounter]:
    return [
        PlayedEncounter(
            EncounterKey(Part.MAIN, number, position),
            (*seeds, *[None] * (4 - len(seeds))),
            (1, 2, 3, 4) if len(seeds) == 4 else (1, None, None, None),
        )
        for position, seeds in enumerate(rounds)
    ]


def test_best_third_of_five_advances():
    field = StageField(5, seeds_in_order=(1, 2, 3, 4, 5))
    planned = TABLES_OF_FOUR.next_round(field, FormatSettings(), played_round(1, (5, 4, 3, 2), (1,)))
    assert planned is not None
    assert sorted(seeds_in_round(planned)) == [1, 3, 4, 5]


def test_bye_goes_to_the_best_entrant_without_a_bye():
    field = StageField(9, seeds_in_order=tuple(range(1, 10)))
    planned = TABLES_OF_FOUR.next_round(
        field, FormatSettings(), played_round(1, (2, 5, 6, 9), (3, 4, 7, 8), (1,))
    )
    assert planned is not None
    assert tables(planned) == [(1, 3, 4, 5)]
    assert [encounter.sides[0] for encounter in planned if EmptySide() in encounter.sides] == [Seed(2)]


def test_withdrawn_entrant_is_replaced_by_the_best_third():
    field = StageField(8, seeds_in_order=(1, 2, 4, 6, 7, 5, 3))
    planned = TABLES_OF_FOUR.next_round(field, FormatSettings(), played_round(1, (1, 8, 5, 4), (2, 3, 6, 7)))
    assert planned is not None
    assert sorted(seeds_in_round(planned)) == [1, 2, 3, 6]


def test_fourth_place_fills_up_when_thirds_are_missing():
    field = StageField(8, seeds_in_order=(1, 5, 7, 6, 4))
    planned = TABLES_OF_FOUR.next_round(field, FormatSettings(), played_round(1, (1, 8, 5, 4), (2, 3, 6, 7)))
    assert planned is not None
    assert sorted(seeds_in_round(planned)) == [1, 5, 6, 7]


def test_stage_ends_when_no_table_can_be_filled():
    field = StageField(5, seeds_in_order=(1, 2, 3))
    results = played_round(1, (5, 2, 3, 4), (1,))
    assert TABLES_OF_FOUR.next_round(field, FormatSettings(), results) is None
    assert TABLES_OF_FOUR.ranking(field, FormatSettings(), results) == [[1], [2], [3], [5], [4]]


def test_stage_that_ends_early_ranks_who_played_before_a_bye():
    field = StageField(5, seeds_in_order=(1, 5, 2))
    results = played_round(1, (5, 2, 3, 4), (1,))
    assert TABLES_OF_FOUR.ranking(field, FormatSettings(), results) == [[5], [1], [2], [3], [4]]


def test_entrants_eliminated_in_one_round_share_places():
    field = StageField(8, seeds_in_order=tuple(range(1, 9)))
    results = played_round(1, (1, 8, 5, 4), (2, 7, 6, 3)) + played_round(2, (8, 2, 1, 7))
    assert TABLES_OF_FOUR.ranking(field, FormatSettings(), results) == [[8], [2], [1], [7], [5, 6], [3, 4]]


def test_entrant_who_may_still_be_seated_has_no_place():
    field = StageField(8, seeds_in_order=tuple(range(1, 9)))
    results = played_round(1, (1, 8, 5, 4), (2, 7, 6, 3))
    assert TABLES_OF_FOUR.ranking(field, FormatSettings(), results) == []
    waiting = [PlayedEncounter(EncounterKey(Part.MAIN, 2, 0), (8, 2, 1, 7), (None, None, None, None))]
    assert TABLES_OF_FOUR.ranking(field, FormatSettings(), results + waiting) == [[5, 6], [3, 4]]


def test_entrant_who_withdrew_after_advancing_ranks_above_the_others():
    field = StageField(8, seeds_in_order=(1, 2, 5, 6, 7, 4, 3))
    results = played_round(1, (1, 8, 5, 4), (2, 7, 6, 3)) + played_round(2, (1, 2, 7, 5))
    assert TABLES_OF_FOUR.ranking(field, FormatSettings(), results) == [[1], [2], [7], [5], [8], [6], [3, 4]]
