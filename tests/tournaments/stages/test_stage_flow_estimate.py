from __future__ import annotations

from dataclasses import replace

from tournaments.formats.time_estimate import Range
from tournaments.stages.stage_flow_estimate import estimate_stage_flow, swiss_rounds_of
from tournaments.stages.stage_settings import FeedSettings, Length, StageSettings, groups_then_knockout
from tournaments.stages.stage_sizes import usual_sizes

SINGLE, BEST_OF_THREE = Length(1, 11), Length(3, 11)


def test_two_groups_of_four_on_four_tables():
    # 3 rounds of 4 encounters in one turn each; then semi-finals and final, a turn each.
    flow_estimate = estimate_stage_flow(groups_then_knockout(SINGLE, BEST_OF_THREE), entrants=8, tables=4)
    groups, knockout = flow_estimate.stages
    assert groups is not None
    assert knockout is not None
    assert (groups.entrants, groups.rounds, groups.encounters) == (8, 3, Range(12, 12))
    assert (knockout.entrants, knockout.rounds, knockout.encounters) == (4, 2, Range(3, 3))
    assert groups.hands == Range(33, 33)
    assert flow_estimate.hands_for_champion == Range(33 + 2 * 22, 33 + 2 * 33)
    assert flow_estimate.minutes == Range(5 * (3 * 11 + 2 * 22), 5 * (3 * 11 + 2 * 33))
    assert flow_estimate.encounters == Range(15, 15)


def test_number_of_groups_can_be_chosen():
    stages = groups_then_knockout(SINGLE, SINGLE, advance=1)
    flow_estimate = estimate_stage_flow(stages, entrants=9, tables=2, groups=2)
    # 5 and 4: two encounters each in rounds 1-3, only one in rounds 4 and 5; then a final.
    assert [stage and stage.encounters.most for stage in flow_estimate.stages] == [16, 1]
    assert flow_estimate.minutes.fewest == 5 * 11 * (3 * 2 + 2 * 1 + 1)


def test_only_those_who_advance_are_counted():
    groups, knockout = groups_then_knockout(SINGLE, SINGLE)
    thirds = replace(knockout, feeds=(*knockout.feeds, FeedSettings(1, 3, 3, best=2)))
    rest = StageSettings("swiss", 1, 11, rounds=2, feeds=(FeedSettings(1, 4, 6),))
    flow_estimate = estimate_stage_flow((groups, thirds, rest), entrants=12, tables=6)
    assert [stage and stage.entrants for stage in flow_estimate.stages] == [12, 8, 3]


def test_small_group_sends_no_missing_places():
    groups, knockout = groups_then_knockout(SINGLE, SINGLE, advance=4)
    flow_estimate = estimate_stage_flow((groups, knockout), entrants=7, tables=4, groups=2)
    assert [stage and stage.entrants for stage in flow_estimate.stages] == [7, 7]


def test_champion_plays_the_stages_of_first_places():
    groups, knockout = groups_then_knockout(SINGLE, SINGLE)
    consolation = StageSettings("knockout", 5, 11, feeds=(FeedSettings(1, 3, 4),))
    flow_estimate = estimate_stage_flow((groups, knockout, consolation), entrants=8, tables=4)
    assert flow_estimate.hands_for_champion == Range(5 * 11, 5 * 11)


def test_groups_whose_first_is_champion_are_one_group():
    flow_estimate = estimate_stage_flow((StageSettings("groups", 1, 11),), entrants=8, tables=4)
    assert flow_estimate.encounters == Range(28, 28)


def test_stage_with_too_few_entrants_has_no_estimate():
    flow_estimate = estimate_stage_flow(groups_then_knockout(SINGLE, SINGLE, advance=1), entrants=4, tables=4)
    assert flow_estimate.stages[0] is not None
    assert flow_estimate.stages[1] is None
    assert flow_estimate.encounters == Range(6, 6)


def test_singles_at_tables_of_four():
    # 32, 16, 8 and 4 players at 8, 4, 2 and 1 tables: two turns, then one each.
    flow_estimate = estimate_stage_flow((StageSettings("tables", 1, 11),), entrants=32, tables=4)
    assert (flow_estimate.encounters, flow_estimate.hands_for_champion) == (Range(15, 15), Range(44, 44))
    assert flow_estimate.minutes == Range(5 * 5 * 11, 5 * 5 * 11)


def test_groups_have_about_four():
    groups, knockout = groups_then_knockout(SINGLE, SINGLE)
    numbers = [len(usual_sizes((groups, knockout), 1, entrants)) for entrants in (1, 4, 8, 14, 17, 32)]
    assert numbers == [1, 1, 2, 4, 4, 8]
    assert usual_sizes((groups, knockout), 2, 9) == usual_sizes((groups,), 1, 9) == [9]


def test_swiss_has_as_many_rounds_as_needed_or_chosen():
    swiss = StageSettings("swiss", 1, 11)
    assert [swiss_rounds_of(swiss, entrants) for entrants in (2, 8, 9, 24)] == [1, 3, 4, 5]
    assert swiss_rounds_of(replace(swiss, rounds=7), 24) == 7
    assert swiss_rounds_of(replace(swiss, rounds=7), 4) == 3
