from __future__ import annotations

import random
from collections import Counter

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
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.formats.encounter_plan import (
    EncounterKey,
    FormatSettings,
    FromEncounter,
    Part,
    PlannedEncounter,
    Seed,
    StageField,
)

RESET = FormatSettings(reset_final=True)
ONE_FINAL = FormatSettings(reset_final=False)

numbers = st.integers(2, 70)
chances = st.integers(0, 10_000).map(random.Random)
either = st.sampled_from([RESET, ONE_FINAL])


def play_double_elimination(
    entrants: int, chance: random.Random, chosen: FormatSettings, double_walkovers: float = 0.0
) -> FormatPlay:
    choose = random_places(chance, double_walkovers=double_walkovers)
    return play(DOUBLE_ELIMINATION, StageField(entrants), chosen, choose)


def ranking(known: FormatPlay, entrants: int, chosen: FormatSettings) -> list[list[int]]:
    return DOUBLE_ELIMINATION.ranking(StageField(entrants), chosen, known.results)


def finals(known: FormatPlay):
    return [encounter for encounter in known.results if encounter.key.part is Part.FINAL]


def losses(known: FormatPlay) -> Counter[int | None]:
    return Counter(encounter.seed_at_place(2) for encounter in known.contested_encounters)


def test_bracket_of_four_entrants():
    up = [EncounterKey(Part.MAIN, 1, 0), EncounterKey(Part.MAIN, 1, 1), EncounterKey(Part.MAIN, 2, 0)]
    down = [EncounterKey(Part.LOSERS, 2, 0), EncounterKey(Part.LOSERS, 3, 0)]
    assert DOUBLE_ELIMINATION.plan(StageField(4), RESET) == [
        PlannedEncounter(up[0], (Seed(1), Seed(4))),
        PlannedEncounter(up[1], (Seed(2), Seed(3))),
        PlannedEncounter(up[2], (FromEncounter(up[0], 1), FromEncounter(up[1], 1))),
        PlannedEncounter(down[0], (FromEncounter(up[0], 2), FromEncounter(up[1], 2))),
        PlannedEncounter(down[1], (FromEncounter(up[2], 2), FromEncounter(down[0], 1))),
        PlannedEncounter(
            EncounterKey(Part.FINAL, 4, 0), (FromEncounter(up[2], 1), FromEncounter(down[1], 1))
        ),
    ]


def test_two_entrants_meet_again_in_the_final():
    first = EncounterKey(Part.MAIN, 1, 0)
    assert DOUBLE_ELIMINATION.plan(StageField(2), RESET) == [
        PlannedEncounter(first, (Seed(1), Seed(2))),
        PlannedEncounter(EncounterKey(Part.FINAL, 2, 0), (FromEncounter(first, 1), FromEncounter(first, 2))),
    ]


@settings(max_examples=50, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either)
def test_both_brackets_are_complete(entrants, chance, chosen):
    known = play_double_elimination(entrants, chance, chosen, double_walkovers=0.1)
    assert_one_slot_each(known, entrants)
    assert_sources_earlier_and_used_once(known)
    assert_byes_for_the_best(known, entrants)


@settings(max_examples=50, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either)
def test_entrants_are_eliminated_by_their_second_loss(entrants, chance, chosen):
    known = play_double_elimination(entrants, chance, chosen)
    ((champion,), (runner_up,), *_others) = ranking(known, entrants, chosen)
    lost = losses(known)
    assert lost[champion] <= 1
    but_for_the_only_final = runner_up if lost[champion] and not chosen.reset_final else None
    for seed in set(range(1, entrants + 1)) - {champion, but_for_the_only_final}:
        assert lost[seed] == 2


@settings(max_examples=50, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either)
def test_losers_bracket_holds_entrants_with_one_loss(entrants, chance, chosen):
    known = play_double_elimination(entrants, chance, chosen)
    lost: Counter[int | None] = Counter()
    for encounter in sorted(known.contested_encounters, key=lambda encounter: encounter.key.round):
        if encounter.key.part is not Part.FINAL:
            assert {lost[seed] for seed in encounter.seeds} == {int(encounter.key.part is Part.LOSERS)}
            lost[encounter.seed_at_place(2)] += 1


@settings(max_examples=50, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either)
def test_number_of_encounters_is_two_for_each_loser_and_a_second_final(entrants, chance, chosen):
    known = play_double_elimination(entrants, chance, chosen)
    first, *second = finals(known)
    side_b_won = first.places == (2, 1)
    assert len(known.contested_encounters) == 2 * entrants - 2 + len(second)
    assert len(second) == int(side_b_won and chosen.reset_final)
    for again in second:
        assert (again.seeds, again.key) == (first.seeds, EncounterKey(Part.FINAL, first.key.round + 1, 0))


@settings(max_examples=60, deadline=None)
@given(entrants=numbers, chance=chances, chosen=either, double=st.sampled_from([0.0, 0.2, 0.9]))
def test_everyone_has_a_place_and_one_is_champion(entrants, chance, chosen, double):
    known = play_double_elimination(entrants, chance, chosen, double)
    order = ranking(known, entrants, chosen)
    assert_everyone_ranked_once(order, entrants)
    assert_one_champion(known, order)


@settings(max_examples=30, deadline=None)
@given(entrants=st.integers(2, 40), chance=chances, chosen=either, double=st.sampled_from([0.0, 0.2]))
def test_known_places_never_change(entrants, chance, chosen, double):
    known = play_double_elimination(entrants, chance, chosen, double)
    assert_early_ranking_stays(DOUBLE_ELIMINATION, StageField(entrants), chosen, known)


@settings(max_examples=60, deadline=None)
@given(entrants=st.integers(8, 64), chance=chances)
def test_losers_bracket_has_no_repeats_while_four_encounters_are_left(entrants, chance):
    known = play_double_elimination(entrants, chance, RESET)
    ties = Counter((key.part, key.round) for key in known.planned)
    pairings: set[frozenset[int | None]] = set()
    for encounter in sorted(known.contested_encounters, key=lambda encounter: encounter.key.round):
        if encounter.key.part is Part.LOSERS and ties[encounter.key.part, encounter.key.round] >= 4:
            assert frozenset(encounter.seeds) not in pairings
        pairings.add(frozenset(encounter.seeds))


def test_places_follow_the_seeds_when_the_better_win():
    known = play(DOUBLE_ELIMINATION, StageField(8), RESET, better_seed_wins)
    assert ranking(known, 8, RESET) == [[1], [2], [3], [4], [5, 6], [7, 8]]


def test_places_of_the_final_are_open_while_a_second_final_is_possible():
    known = play(DOUBLE_ELIMINATION, StageField(4), RESET, lambda key, there: [2, 1])
    first, second = finals(known)
    so_far = [encounter for encounter in known.results if encounter != second]
    assert first.places == (2, 1)
    assert len(DOUBLE_ELIMINATION.ranking(StageField(4), RESET, so_far)) == 2
    assert DOUBLE_ELIMINATION.ranking(StageField(4), ONE_FINAL, so_far)[0] == [first.seeds[1]]
    assert ranking(known, 4, RESET)[0] == [second.seeds[1]]


def double_walkovers_at(*keys: EncounterKey):
    return lambda key, there: [2, 2] if key in keys else better_seed_wins(key, there)


def test_double_walkover_eliminates_both_in_the_losers_round_below():
    known = play(DOUBLE_ELIMINATION, StageField(8), RESET, double_walkovers_at(EncounterKey(Part.MAIN, 2, 0)))
    assert [encounter.seeds for encounter in finals(known)] == [(2, 3)]
    assert ranking(known, 8, RESET) == [[2], [3], [6], [1, 4, 5], [7, 8]]


def test_sole_finalist_wins_the_final():
    known = play(DOUBLE_ELIMINATION, StageField(4), RESET, double_walkovers_at(EncounterKey(Part.MAIN, 2, 0)))
    assert [(encounter.seeds, encounter.places) for encounter in finals(known)] == [((None, 3), (2, 1))]
    assert ranking(known, 4, RESET) == [[3], [1, 2], [4]]


def test_final_without_a_winner_leaves_first_place_empty():
    known = play(
        DOUBLE_ELIMINATION, StageField(4), RESET, double_walkovers_at(EncounterKey(Part.FINAL, 4, 0))
    )
    assert is_double_walkover(known.last)
    assert ranking(known, 4, RESET) == [[], [1, 2], [3], [4]]
