from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.bracket_checks import (
    assert_byes_for_the_best,
    assert_early_ranking_stays,
    assert_everyone_ranked_once,
    assert_one_champion,
    assert_one_slot_each,
    assert_sources_earlier_and_used_once,
)
from tests.tournaments.formats.play_plan import (
    FormatPlay,
    better_seed_wins,
    is_double_walkover,
    play,
    random_places,
)
from tournaments.formats.encounter_plan import (
    EmptySide,
    EncounterKey,
    FormatSettings,
    FromEncounter,
    Part,
    PlannedEncounter,
    Seed,
    StageField,
)
from tournaments.formats.single_elimination import SINGLE_ELIMINATION

WITH_THIRD = FormatSettings(third_place=True)

numbers = st.integers(2, 200)
chances = st.integers(0, 10_000).map(random.Random)
either = st.sampled_from([FormatSettings(), WITH_THIRD])


def play_single_elimination(
    entrants: int, chance: random.Random, chosen: FormatSettings, double_walkovers: float = 0.0
) -> FormatPlay:
    choose = random_places(chance, double_walkovers=double_walkovers)
    return play(SINGLE_ELIMINATION, StageField(entrants), chosen, choose)


def ranking(known: FormatPlay, entrants: int, chosen: FormatSettings) -> list[list[int]]:
    return SINGLE_ELIMINATION.ranking(StageField(entrants), chosen, known.results)


def test_bracket_of_three_entrants():
    main = [EncounterKey(Part.MAIN, 1, 0), EncounterKey(Part.MAIN, 1, 1)]
    assert SINGLE_ELIMINATION.plan(StageField(3), WITH_THIRD) == [
        PlannedEncounter(main[0], (Seed(1), EmptySide())),
        PlannedEncounter(main[1], (Seed(2), Seed(3))),
        PlannedEncounter(
            EncounterKey(Part.MAIN, 2, 0), (FromEncounter(main[0], 1), FromEncounter(main[1], 1))
        ),
    ]


def test_semi_final_losers_play_for_third_place_with_the_final():
    third = SINGLE_ELIMINATION.plan(StageField(6), WITH_THIRD)[-1]
    semi_finals = [EncounterKey(Part.MAIN, 2, 0), EncounterKey(Part.MAIN, 2, 1)]
    assert third == PlannedEncounter(
        EncounterKey(Part.THIRD, 3, 0), tuple(FromEncounter(key, 2) for key in semi_finals)
    )


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either)
def test_bracket_is_complete(entrants, chance, chosen):
    known = play_single_elimination(entrants, chance, chosen, double_walkovers=0.1)
    assert_one_slot_each(known, entrants)
    assert_sources_earlier_and_used_once(known)
    assert_byes_for_the_best(known, entrants)


@pytest.mark.parametrize("entrants", [2047, 2048, 2500])
def test_large_bracket_is_complete(entrants):
    known = play(SINGLE_ELIMINATION, StageField(entrants), FormatSettings(), better_seed_wins)
    assert_one_slot_each(known, entrants)
    assert_byes_for_the_best(known, entrants)
    assert len(known.contested_encounters) == entrants - 1


@settings(max_examples=50, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either)
def test_one_encounter_fewer_than_entrants_is_played(entrants, chance, chosen):
    known = play_single_elimination(entrants, chance, chosen)
    real = [encounter for encounter in known.contested_encounters if encounter.key.part is Part.MAIN]
    order = ranking(known, entrants, chosen)
    assert len(real) == entrants - 1
    assert Counter([*(encounter.seed_at_place(2) for encounter in real), *order[0]]) == Counter(
        range(1, entrants + 1)
    )
    assert [encounter.key.part for encounter in known.contested_encounters if encounter not in real] == [
        Part.THIRD
    ] * (chosen.third_place and entrants >= 4)


@settings(max_examples=50, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either, double=st.sampled_from([0.0, 0.2, 0.9]))
def test_everyone_has_a_place_and_one_is_champion(entrants, chance, chosen, double):
    known = play_single_elimination(entrants, chance, chosen, double)
    order = ranking(known, entrants, chosen)
    assert_everyone_ranked_once(order, entrants)
    assert_one_champion(known, order)


@settings(max_examples=30, deadline=None)
@given(entrants=st.integers(2, 40), chance=chances, chosen=either, double=st.sampled_from([0.0, 0.2]))
def test_known_places_never_change(entrants, chance, chosen, double):
    known = play_single_elimination(entrants, chance, chosen, double)
    assert_early_ranking_stays(SINGLE_ELIMINATION, StageField(entrants), chosen, known)


def test_places_follow_the_seeds_when_the_better_win():
    known = play(SINGLE_ELIMINATION, StageField(11), FormatSettings(), better_seed_wins)
    assert ranking(known, 11, FormatSettings()) == [[1], [2], [3, 4], [5, 6, 7, 8], [9, 10, 11]]
    known = play(SINGLE_ELIMINATION, StageField(11), WITH_THIRD, better_seed_wins)
    assert ranking(known, 11, WITH_THIRD) == [[1], [2], [3], [4], [5, 6, 7, 8], [9, 10, 11]]


def test_best_seeds_meet_as_late_as_possible():
    known = play(SINGLE_ELIMINATION, StageField(16), FormatSettings(), better_seed_wins)
    for number, still_in in enumerate((16, 8, 4, 2), start=1):
        sums = {
            sum(seed or 0 for seed in encounter.seeds)
            for encounter in known.results
            if encounter.key.round == number
        }
        assert sums == {still_in + 1}


def double_walkovers_at(*keys: EncounterKey):
    return lambda key, there: [2, 2] if key in keys else better_seed_wins(key, there)


def test_opponent_of_a_double_walkover_advances_alone():
    known = play(
        SINGLE_ELIMINATION, StageField(4), WITH_THIRD, double_walkovers_at(EncounterKey(Part.MAIN, 1, 0))
    )
    assert known.played[EncounterKey(Part.MAIN, 2, 0)].seeds == (None, 2)
    assert ranking(known, 4, WITH_THIRD) == [[2], [3], [1, 4]]


def test_final_without_a_winner_leaves_first_place_empty():
    known = play(
        SINGLE_ELIMINATION,
        StageField(4),
        FormatSettings(),
        double_walkovers_at(EncounterKey(Part.MAIN, 2, 0)),
    )
    assert is_double_walkover(known.last)
    assert ranking(known, 4, FormatSettings()) == [[], [1, 2], [3, 4]]


def test_nobody_has_a_place_before_a_decision():
    known = play(SINGLE_ELIMINATION, StageField(5), WITH_THIRD, better_seed_wins)
    assert SINGLE_ELIMINATION.ranking(StageField(5), WITH_THIRD, []) == []
    byes = [encounter for encounter in known.results if encounter.key.round == 1 and None in encounter.seeds]
    assert SINGLE_ELIMINATION.ranking(StageField(5), WITH_THIRD, byes) == []
