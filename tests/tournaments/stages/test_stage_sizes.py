"""How many would reach each stage."""

from __future__ import annotations

import pytest

from tests.factories import LEAGUE
from tournaments.stages.stage_settings import FeedSettings, StageSettings
from tournaments.stages.stage_sizes import plays_alone, sizes_of_chain, too_few_reach

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
def test_places_of_groups_are_those_that_there_are(feeds, sent):
    chain = (GROUPS, knockout(*feeds))
    assert sizes_of_chain(chain, {1: [5, 4, 3, 3]}) == [[5, 4, 3, 3], [sent]]


def test_places_of_one_order():
    chain = (SWISS, knockout(FeedSettings(1, 3, 8)))
    assert sizes_of_chain(chain, {1: [6]})[1] == [4]
    assert sizes_of_chain(chain, {1: [2]})[1] == [0]


def test_later_groups_are_of_four():
    chain = (SWISS, StageSettings("groups", 1, 3, feeds=(FeedSettings(1, 1, 9),)))
    assert sizes_of_chain((*chain, knockout(FeedSettings(2, 1, 1))), {1: [20]})[1] == [5, 4]
    assert sizes_of_chain(chain, {1: [20]})[1] == [9]


def test_the_first_that_too_few_would_reach_is_told():
    chain = (GROUPS, knockout(FeedSettings(1, 1, 1)))
    assert too_few_reach(chain, {1: [5]}) == (2, 1, 2)
    assert too_few_reach(chain, {1: [5, 5]}) is None


def test_what_is_drawn_is_not_counted_again():
    chain = (GROUPS, knockout(FeedSettings(1, 1, 1)))
    assert too_few_reach(chain, {1: [5], 2: [1]}) is None


def test_groups_whose_first_is_champion_are_one():
    assert plays_alone(LEAGUE, 1)
    assert not plays_alone((GROUPS, knockout(FeedSettings(1, 1, 1))), 1)
    assert not plays_alone((SWISS,), 1)
