from __future__ import annotations

import pytest

from tournaments.formats.encounter_plan import (
    EmptySide,
    EncounterKey,
    FromEncounter,
    Part,
    PlannedEncounter,
    Seed,
)
from tournaments.formats.time_estimate import (
    Range,
    Rounds,
    bracket_rounds,
    estimate_stage,
    group_rounds,
    hands_of_encounter,
    hands_of_match,
    swiss_rounds,
    table_rounds,
)


def key(number: int, position: int = 0, part: Part = Part.MAIN) -> EncounterKey:
    return EncounterKey(part, number, position)


def test_encounter_takes_the_fewest_matches_or_all_of_them():
    assert hands_of_encounter(best_of=3, hands=11) == Range(22, 33)
    assert hands_of_encounter(best_of=1, hands=11) == Range(11, 11)
    assert hands_of_encounter(best_of=5, hands=3) == Range(9, 15)


@pytest.mark.parametrize(
    ("limit", "hands"),
    [(None, Range(5, 12)), (15, Range(5, 12)), (9, Range(5, 9)), (5, Range(5, 5)), (3, Range(3, 3))],
)
def test_match_that_points_end_has_usual_hands_up_to_its_limit(limit, hands):
    assert hands_of_match(limit, Range(5, 12)) == hands
    assert hands_of_encounter(3, limit, Range(5, 12)) == Range(2, 3).multiplied_by(hands)


def test_match_without_an_end_is_refused():
    with pytest.raises(ValueError, match="nothing ends"):
        hands_of_match(None)


def test_round_takes_as_many_turns_as_the_tables_need():
    # 6 encounters on 4 tables: two turns; then one each.
    rounds = Rounds((6, 4, 1), entrant_encounters=Range(2, 3))
    stage_estimate = estimate_stage(entrants=12, rounds=rounds, each=Range(22, 33), tables=4)
    assert (stage_estimate.entrants, stage_estimate.rounds, stage_estimate.encounters) == (
        12,
        3,
        Range(11, 11),
    )
    assert stage_estimate.hands == Range(44, 99)
    assert stage_estimate.minutes == Range(5 * 4 * 22, 5 * 4 * 33)


def test_second_final_may_add_an_encounter_and_a_turn():
    rounds = Rounds((2, 1), entrant_encounters=Range(2, 3), extra_encounters=1)
    stage_estimate = estimate_stage(entrants=4, rounds=rounds, each=Range(11, 11), tables=4)
    assert stage_estimate.encounters == Range(3, 4)
    assert stage_estimate.minutes == Range(5 * 2 * 11, 5 * 3 * 11)


def test_groups_of_unequal_size():
    planned = [PlannedEncounter(EncounterKey(Part.MAIN, 1, 0, group), (Seed(1), Seed(2))) for group in (0, 1)]
    planned.append(PlannedEncounter(EncounterKey(Part.MAIN, 2, 0, 0), (Seed(1), Seed(2))))
    assert group_rounds(planned, [5, 4], meetings=2) == Rounds((2, 1), entrant_encounters=Range(6, 8))


@pytest.mark.parametrize(
    ("entrants", "rounds", "expected"),
    [(8, 3, Rounds((4, 4, 4), Range(3, 3))), (9, 4, Rounds((4,) * 4, Range(3, 4)))],
)
def test_odd_number_has_a_bye_in_each_swiss_round(entrants, rounds, expected):
    assert swiss_rounds(entrants, rounds) == expected


def test_tables_of_four_have_byes_for_those_left_over():
    # 7, 5, 4: one table each; a player left over in the first two plays the last only.
    assert table_rounds(7) == Rounds((1, 1, 1), Range(1, 3))
    assert table_rounds(4) == Rounds((1,), Range(1, 1))


def test_bracket_estimate_leaves_byes_out():
    # Three entrants: 1 has a bye, 2 meets 3, then the final.
    planned = [
        PlannedEncounter(key(1, 0), (Seed(1), EmptySide())),
        PlannedEncounter(key(1, 1), (Seed(2), Seed(3))),
        PlannedEncounter(key(2), (FromEncounter(key(1, 0), 1), FromEncounter(key(1, 1), 1))),
    ]
    assert bracket_rounds(planned) == Rounds((1, 1), entrant_encounters=Range(1, 2))


def test_loser_of_a_bye_is_an_empty_chair():
    # The same with a losers' bracket: the loser against 1 has no opponent.
    losers, final = key(2, 0, Part.LOSERS), key(3, 0, Part.FINAL)
    planned = [
        PlannedEncounter(key(1, 0), (Seed(1), EmptySide())),
        PlannedEncounter(key(1, 1), (Seed(2), Seed(3))),
        PlannedEncounter(key(2), (FromEncounter(key(1, 0), 1), FromEncounter(key(1, 1), 1))),
        PlannedEncounter(losers, (FromEncounter(key(1, 0), 2), FromEncounter(key(1, 1), 2))),
        PlannedEncounter(final, (FromEncounter(key(2), 1), FromEncounter(losers, 1))),
    ]
    assert bracket_rounds(planned, may_need_second_final=True) == Rounds(
        (1, 1, 1), Range(2, 4), extra_encounters=1
    )


def test_player_for_third_place_does_not_play_to_the_end():
    # Semi-finals, the match for third place in the round of the final.
    semis = [PlannedEncounter(key(1, place), (Seed(place), Seed(place + 2))) for place in (1, 2)]
    third = PlannedEncounter(
        key(2, 0, Part.THIRD), (FromEncounter(key(1, 1), 2), FromEncounter(key(1, 2), 2))
    )
    final = PlannedEncounter(key(2), (FromEncounter(key(1, 1), 1), FromEncounter(key(1, 2), 1)))
    assert bracket_rounds([*semis, final, third]) == Rounds((2, 2), entrant_encounters=Range(2, 2))
