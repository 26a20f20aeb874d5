"""What a draw means for the evening, worked out by hand."""

from __future__ import annotations

from tournaments.formats.estimate import Estimate, StagePlan, estimate

BEST_OF_THREE = StagePlan(best_of=3, hands=11)
SINGLE = StagePlan(best_of=1, hands=11)


def test_an_encounter_is_won_in_the_fewest_matches_or_goes_the_whole_way():
    assert (BEST_OF_THREE.fewest_hands, BEST_OF_THREE.most_hands) == (22, 33)
    assert (SINGLE.fewest_hands, SINGLE.most_hands) == (11, 11)
    assert StagePlan(best_of=5, hands=3).fewest_hands == 9


def test_two_groups_of_four_on_four_tables():
    # 3 rounds of 4 encounters in one turn each; then semi-finals and final, a turn each.
    assert estimate(
        sizes=[4, 4], advance=2, tables=4, groups_plan=SINGLE, knockout_plan=BEST_OF_THREE
    ) == Estimate(
        group_encounters=12,
        knockout_encounters=3,
        hands_per_pair_in_groups=(33, 33),
        hands_for_champion=(33 + 2 * 22, 33 + 2 * 33),
        minutes=(5 * (3 * 11 + 2 * 22), 5 * (3 * 11 + 2 * 33)),
    )


def test_unequal_groups_on_fewer_tables_than_encounters():
    # 4, 4, 3, 3: three rounds of 2 + 2 + 1 + 1 = 6 encounters, on 4 tables two turns each;
    # eight qualifiers: 4 + 2 + 1 encounters, a turn for each round.
    found = estimate(sizes=[4, 4, 3, 3], advance=2, tables=4, groups_plan=SINGLE, knockout_plan=SINGLE)
    assert (found.group_encounters, found.knockout_encounters, found.encounters) == (18, 7, 25)
    assert found.hands_per_pair_in_groups == (2 * 11, 3 * 11)
    assert found.hands_for_champion == (5 * 11, 6 * 11)
    assert found.minutes == (5 * 11 * (6 + 3), 5 * 11 * (6 + 3))


def test_a_group_that_is_done_earlier_leaves_its_tables_to_the_others():
    # 5 and 4: two encounters each in rounds 1-3, the five's alone in rounds 4 and 5; on 2 tables.
    found = estimate(sizes=[5, 4], advance=1, tables=2, groups_plan=SINGLE, knockout_plan=SINGLE)
    assert (found.group_encounters, found.knockout_encounters) == (16, 1)
    assert found.minutes[0] == 5 * 11 * (3 * 2 + 2 * 1 + 1)


def test_one_group_has_no_knockout():
    # A group of four on one table: six encounters one after another.
    found = estimate(sizes=[4], advance=2, tables=1, groups_plan=BEST_OF_THREE, knockout_plan=SINGLE)
    assert (found.group_encounters, found.knockout_encounters) == (6, 0)
    assert found.hands_for_champion == found.hands_per_pair_in_groups == (3 * 22, 3 * 33)
    assert found.minutes == (5 * 6 * 22, 5 * 6 * 33)
