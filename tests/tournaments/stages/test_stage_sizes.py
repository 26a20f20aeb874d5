from __future__ import annotations

import pytest

from tests.factories import LEAGUE
from tournaments.stages.stage_settings import FeedSettings, StageSettings
from tournaments.stages.stage_sizes import find_underfilled_stage, has_single_group, sizes_of_stages

GROUPS = LEAGUE[0]
SWISS = StageSettings("swiss", 1, 3)


def knockout(*feeds: FeedSettings) -> StageSettings:
    return StageSettings("knockout", 1, 3, feeds=feeds)


@pytest.mark.parametrize(
    ("feeds", "sent"),
    [
        ([FeedSettings(1, 1, 2)], 8),
        ([FeedSettings(1, 1, 1), FeedSettings(1, 2, 2, best=2)], 6),
        ([FeedSettings(1, 4, 6)], 3),
        ([FeedSettings(1, 5, 5, best=9)], 1),
    ],
)
def test_only_existing_places_of_groups_advance(feeds, sent):
    stages = (GROUPS, knockout(*feeds))
    assert sizes_of_stages(stages, {1: [5, 4, 3, 3]}) == [[5, 4, 3, 3], [sent]]


def test_places_of_a_single_order_advance():
    stages = (SWISS, knockout(FeedSettings(1, 3, 8)))
    assert sizes_of_stages(stages, {1: [6]})[1] == [4]
    assert sizes_of_stages(stages, {1: [2]})[1] == [0]


def test_later_groups_have_about_four():
    stages = (SWISS, StageSettings("groups", 1, 3, feeds=(FeedSettings(1, 1, 9),)))
    assert sizes_of_stages((*stages, knockout(FeedSettings(2, 1, 1))), {1: [20]})[1] == [5, 4]
    assert sizes_of_stages(stages, {1: [20]})[1] == [9]


def test_first_stage_with_too_few_is_reported():
    stages = (GROUPS, knockout(FeedSettings(1, 1, 1)))
    assert find_underfilled_stage(stages, {1: [5]}) == (2, 1, 2)
    assert find_underfilled_stage(stages, {1: [5, 5]}) is None


def test_drawn_stages_are_not_computed_again():
    stages = (GROUPS, knockout(FeedSettings(1, 1, 1)))
    assert find_underfilled_stage(stages, {1: [5], 2: [1]}) is None


def test_group_stage_of_the_champion_has_one_group():
    assert has_single_group(LEAGUE, 1)
    assert not has_single_group((GROUPS, knockout(FeedSettings(1, 1, 1))), 1)
    assert not has_single_group((SWISS,), 1)
