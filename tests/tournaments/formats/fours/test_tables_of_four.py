from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.formats.round_by_round import StageRun, in_round, seeds_of
from tournaments.formats.fours.tables_of_four import TABLES_OF_FOUR, count_advancing, round_sizes
from tournaments.formats.plan import Field, Key, Nobody, Part, Planned, Played, Seed, Settings

MANY = 40
EVENINGS = [
    entrants if entrants <= MANY or entrants % 16 == 0 else pytest.param(entrants, marks=pytest.mark.thorough)
    for entrants in range(4, 201)
]
"""Return every number of entrants; for those that soon shrink, a few with every change."""


def tables(planned):
    return [seeds_of(encounter) for encounter in planned if None not in seeds_of(encounter)]


@pytest.mark.parametrize("entrants", EVENINGS)
def test_two_of_each_full_table_advance_to_one_champion(entrants):
    evening = StageRun(TABLES_OF_FOUR, Field(entrants))
    sizes: list[int] = []
    for planned in evening.rounds():
        everybody = in_round(planned)
        before = [encounter for encounter in evening.played if encounter.key.round == len(sizes)]
        through = {encounter.at(place) for encounter in before for place in (1, 2)} - {None}
        assert through <= set(everybody)
        assert len(set(everybody)) == len(everybody)
        assert len(tables(planned)) == len(everybody) // 4
        resting = [encounter.sides for encounter in planned if Nobody() in encounter.sides]
        assert all(sides[1:] == (Nobody(),) * 3 for sides in resting)
        sizes.append(len(everybody))
    assert sizes == round_sizes(entrants)
    assert sizes[-1] == 4
    ranking = evening.ranking()
    assert [len(group) for group in ranking[:4]] == [1, 1, 1, 1]
    assert sorted(seed for group in ranking for seed in group) == list(range(1, entrants + 1))


@pytest.mark.parametrize("entrants", EVENINGS)
def test_nobody_has_a_second_bye_while_somebody_had_fewer(entrants):
    byes: Counter[int | None] = Counter()
    for planned in StageRun(TABLES_OF_FOUR, Field(entrants)).rounds():
        resting = {seeds_of(encounter)[0] for encounter in planned if Nobody() in encounter.sides}
        fewest = min(byes[seed] for seed in in_round(planned) if seed not in resting)
        assert all(byes[seed] <= fewest for seed in resting)
        byes.update(resting)


@pytest.mark.parametrize("entrants", [*range(16, 100, 7), 128, 200])
def test_no_meeting_repeats_while_five_tables_are_left(entrants):
    meetings: Counter[frozenset[int | None]] = Counter()
    for planned in StageRun(TABLES_OF_FOUR, Field(entrants)).rounds():
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
    assert TABLES_OF_FOUR.plan(Field(9), Settings()) == [
        Planned(Key(Part.MAIN, 1, 0), (Seed(2), Seed(5), Seed(6), Seed(9))),
        Planned(Key(Part.MAIN, 1, 1), (Seed(3), Seed(4), Seed(7), Seed(8))),
        Planned(Key(Part.MAIN, 1, 2), (Seed(1), Nobody(), Nobody(), Nobody())),
    ]


def test_first_round_keeps_apart_those_who_should_not_meet():
    apart = (frozenset({8}), *(frozenset[int]() for _ in range(6)), frozenset({1}))
    for table in tables(TABLES_OF_FOUR.plan(Field(8, apart=apart), Settings())):
        assert not {1, 8} <= set(table)


def played(number: int, *rounds: tuple[int, ...]) -> list[Played]:
    return [
        Played(
            Key(Part.MAIN, number, position),
            (*seeds, *[None] * (4 - len(seeds))),
            (1, 2, 3, 4) if len(seeds) == 4 else (1, None, None, None),
        )
        for position, seeds in enumerate(rounds)
    ]


def test_best_third_of_five_advances():
    field = Field(5, standing=(1, 2, 3, 4, 5))
    planned = TABLES_OF_FOUR.next_round(field, Settings(), played(1, (5, 4, 3, 2), (1,)))
    assert planned is not None
    assert sorted(in_round(planned)) == [1, 3, 4, 5]


def test_bye_goes_to_the_best_without_one():
    field = Field(9, standing=tuple(range(1, 10)))
    planned = TABLES_OF_FOUR.next_round(field, Settings(), played(1, (2, 5, 6, 9), (3, 4, 7, 8), (1,)))
    assert planned is not None
    assert tables(planned) == [(1, 3, 4, 5)]
    assert [encounter.sides[0] for encounter in planned if Nobody() in encounter.sides] == [Seed(2)]


def test_withdrawn_entrant_is_replaced_by_the_best_third():
    field = Field(8, standing=(1, 2, 4, 6, 7, 5, 3))
    planned = TABLES_OF_FOUR.next_round(field, Settings(), played(1, (1, 8, 5, 4), (2, 3, 6, 7)))
    assert planned is not None
    assert sorted(in_round(planned)) == [1, 2, 3, 6]


def test_fourth_place_fills_up_when_thirds_are_missing():
    field = Field(8, standing=(1, 5, 7, 6, 4))
    planned = TABLES_OF_FOUR.next_round(field, Settings(), played(1, (1, 8, 5, 4), (2, 3, 6, 7)))
    assert planned is not None
    assert sorted(in_round(planned)) == [1, 5, 6, 7]


def test_stage_ends_when_no_table_can_be_filled():
    field = Field(5, standing=(1, 2, 3))
    results = played(1, (5, 2, 3, 4), (1,))
    assert TABLES_OF_FOUR.next_round(field, Settings(), results) is None
    assert TABLES_OF_FOUR.ranking(field, Settings(), results) == [[1, 5], [2], [3], [4]]


def test_entrants_eliminated_in_one_round_share_places():
    field = Field(8, standing=tuple(range(1, 9)))
    results = played(1, (1, 8, 5, 4), (2, 7, 6, 3)) + played(2, (8, 2, 1, 7))
    assert TABLES_OF_FOUR.ranking(field, Settings(), results) == [[8], [2], [1], [7], [5, 6], [3, 4]]


def test_entrant_who_may_still_be_seated_has_no_place():
    field = Field(8, standing=tuple(range(1, 9)))
    results = played(1, (1, 8, 5, 4), (2, 7, 6, 3))
    assert TABLES_OF_FOUR.ranking(field, Settings(), results) == []
    waiting = [Played(Key(Part.MAIN, 2, 0), (8, 2, 1, 7), (None, None, None, None))]
    assert TABLES_OF_FOUR.ranking(field, Settings(), results + waiting) == [[5, 6], [3, 4]]


def test_entrant_who_withdrew_after_advancing_ranks_above_the_others():
    field = Field(8, standing=(1, 2, 5, 6, 7, 4, 3))
    results = played(1, (1, 8, 5, 4), (2, 7, 6, 3)) + played(2, (1, 2, 7, 5))
    assert TABLES_OF_FOUR.ranking(field, Settings(), results) == [[1], [2], [7], [5], [8], [6], [3, 4]]
