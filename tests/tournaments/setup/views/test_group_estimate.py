from __future__ import annotations

import pytest

from tests.factories import settings
from tournaments.setup.views import group_estimate
from tournaments.stages.draw_checks import StagePosition


def place(advance: int = 2) -> StagePosition:
    return StagePosition(settings(advance=advance).stages, 1)


def test_fourteen_pairs_make_three_or_four_groups():
    offered = group_estimate.group_choices(14, place())
    assert [(choice.groups, choice.sizes) for choice in offered] == [(3, [5, 5, 4]), (4, [4, 4, 3, 3])]


@pytest.mark.parametrize("entered", range(6, 33))
def test_default_number_of_groups_is_among_the_choices(entered):
    assert group_estimate.usual_group_count(entered, place()) in [
        choice.groups for choice in group_estimate.group_choices(entered, place())
    ]


def test_default_groups_have_about_four_pairs():
    assert [group_estimate.usual_group_count(entered, place()) for entered in (4, 8, 14, 16, 32)] == [
        1,
        2,
        4,
        4,
        8,
    ]


def test_plan_estimates_the_tournament():
    plan = group_estimate.plan_groups(8, 2, 4, place())
    assert plan.refusal is None
    assert plan.estimate is not None
    assert (plan.estimate.group_encounters, plan.estimate.knockout_encounters) == (12, 3)
    assert plan.estimate.encounters == 15
    assert plan.hours == [(1, 15), (1, 15)]


def test_impossible_number_is_refused_with_the_nearest():
    plan = group_estimate.plan_groups(14, 7, 4, place())
    assert plan.refusal is not None
    assert plan.refusal.code == "groups_out_of_range"
    assert [choice.groups for choice in plan.nearest] == [4, 3]
    assert plan.hours == []
