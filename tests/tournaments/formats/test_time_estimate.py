from __future__ import annotations

import pytest

from tournaments.formats.plan import From, Key, Nobody, Part, Planned, Seed
from tournaments.formats.time_estimate import (
    Range,
    Rounds,
    bracket_rounds,
    estimate,
    group_rounds,
    hands_of_encounter,
    hands_of_match,
    swiss_rounds,
    table_rounds,
)


def key(number: int, position: int = 0, part: Part = Part.MAIN) -> Key:
    return Key(part, number, position)


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
    assert hands_of_encounter(3, limit, Range(5, 12)) == Range(2, 3).times(hands)


def test_match_without_an_end_is_refused():
    with pytest.raises(ValueError, match="nothing ends"):
        hands_of_match(None)


def test_round_takes_as_many_turns_as_the_tables_need():
    # 6 encounters on 4 tables: two turns; then one each.
    rounds = Rounds((6, 4, 1), own=Range(2, 3))
    stage_estimate = estimate(entrants=12, rounds=rounds, each=Range(22, 33), tables=4)
    assert (stage_estimate.entrants, stage_estimate.rounds, stage_estimate.encounters) == (
        12,
        3,
        Range(11, 11),
    )
    assert stage_estimate.hands == Range(44, 99)
    assert stage_estimate.minutes == Range(5 * 4 * 22, 5 * 4 * 33)


def test_second_final_may_add_an_encounter_and_a_turn():
    rounds = Rounds((2, 1), own=Range(2, 3), extra=1)
    stage_estimate = estimate(entrants=4, rounds=rounds, each=Range(11, 11), tables=4)
    assert stage_estimate.encounters == Range(3, 4)
    assert stage_estimate.minutes == Range(5 * 2 * 11, 5 * 3 * 11)


def test_groups_of_unequal_size():
    planned = [Planned(Key(Part.MAIN, 1, 0, group), (Seed(1), Seed(2))) for group in (0, 1)]
    planned.append(Planned(Key(Part.MAIN, 2, 0, 0), (Seed(1), Seed(2))))
    assert group_rounds(planned, [5, 4], meetings=2) == Rounds((2, 1), own=Range(6, 8))


@pytest.mark.parametrize(
    ("entrants", "rounds", "wanted"),
    [(8, 3, Rounds((4, 4, 4), Range(3, 3))), (9, 4, Rounds((4,) * 4, Range(3, 4)))],
)
def test_odd_number_has_a_bye_in_each_swiss_round(entrants, rounds, wanted):
    assert swiss_rounds(entrants, rounds) == wanted


def test_tables_of_four_have_byes_for_those_left_over():
    # 7, 5, 4: one table each; a player left over in the first two plays the last only.
    assert table_rounds(7) == Rounds((1, 1, 1), Range(1, 3))
    assert table_rounds(4) == Rounds((1,), Range(1, 1))


def test_bracket_estimate_leaves_byes_out():
    # Three entrants: 1 has a bye, 2 meets 3, then the final.
    planned = [
        Planned(key(1, 0), (Seed(1), Nobody())),
        Planned(key(1, 1), (Seed(2), Seed(3))),
        Planned(key(2), (From(key(1, 0), 1), From(key(1, 1), 1))),
    ]
    assert bracket_rounds(planned) == Rounds((1, 1), own=Range(1, 2))


def test_loser_of_a_bye_is_an_empty_chair():
    # The same with a losers' bracket: the loser against 1 has no opponent.
    losers, final = key(2, 0, Part.LOSERS), key(3, 0, Part.FINAL)
    planned = [
        Planned(key(1, 0), (Seed(1), Nobody())),
        Planned(key(1, 1), (Seed(2), Seed(3))),
        Planned(key(2), (From(key(1, 0), 1), From(key(1, 1), 1))),
        Planned(losers, (From(key(1, 0), 2), From(key(1, 1), 2))),
        Planned(final, (From(key(2), 1), From(losers, 1))),
    ]
    assert bracket_rounds(planned, may_need_second_final=True) == Rounds((1, 1, 1), Range(2, 4), extra=1)


def test_player_for_third_place_does_not_play_to_the_end():
    # Semi-finals, the match for third place in the round of the final.
    semis = [Planned(key(1, place), (Seed(place), Seed(place + 2))) for place in (1, 2)]
    third = Planned(key(2, 0, Part.THIRD), (From(key(1, 1), 2), From(key(1, 2), 2)))
    final = Planned(key(2), (From(key(1, 1), 1), From(key(1, 2), 1)))
    assert bracket_rounds([*semis, final, third]) == Rounds((2, 2), own=Range(2, 2))
