"""What a number of groups means."""

from __future__ import annotations

import pytest

from tests.factories import settings
from tournaments.views import plans


def test_fourteen_pairs_make_three_or_four_groups_and_four_fit():
    offered = plans.choices(14, advance=2)
    assert [(choice.groups, choice.sizes, choice.fits) for choice in offered] == [
        (3, [5, 5, 4], False),
        (4, [4, 4, 3, 3], True),
    ]


@pytest.mark.parametrize("entered", range(4, 33))
@pytest.mark.parametrize("advance", [1, 2])
def test_every_list_has_choices_and_the_usual_one_is_possible_where_any_is(entered, advance):
    offered = {choice.groups: choice.fits for choice in plans.choices(entered, advance)}
    usual = plans.usual_choice(entered, advance)
    assert offered
    assert offered.get(usual, False) == any(offered.values())


def test_a_group_has_about_four_pairs_usually():
    assert [plans.usual_choice(entered, 2) for entered in (4, 8, 14, 16, 32)] == [1, 2, 4, 4, 8]


def test_a_plan_says_what_the_evening_will_be():
    plan = plans.plan(8, 2, settings(tables=4))
    assert plan.refusal is None
    assert plan.estimate is not None
    assert (plan.estimate.group_encounters, plan.estimate.knockout_encounters) == (12, 3)
    assert plan.qualifiers == 4
    assert plan.hours == [(1, 15), (1, 15)]


def test_one_group_sends_nobody_on():
    assert plans.plan(5, 1, settings()).qualifiers == 0


@pytest.mark.parametrize(("groups", "code"), [(3, "groups_dont_fill_bracket"), (7, "groups_out_of_range")])
def test_what_does_not_fit_is_refused_with_the_nearest_that_does(groups, code):
    plan = plans.plan(14, groups, settings())
    assert plan.refusal is not None
    assert plan.refusal.code == code
    assert [choice.groups for choice in plan.nearest] == [4]
    assert plan.hours == []
