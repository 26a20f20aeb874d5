from __future__ import annotations

import pytest

from rules.games import GAMES
from rules.standings.steps import PLAY_STEPS
from rules.standings.tiebreaks import SWISS_ORDER
from tournaments.stages.ready_plans import DEFAULT_PLAN, PLAN_ENTRANT_KINDS, PlanChoices, stages_of_plan
from tournaments.stages.stage_flow_checks import check_stage_flow, stage_flow_problems
from tournaments.stages.stage_settings import FeedSettings, Length, counted_tie_breaks

CHOSEN = PlanChoices(Length(3, 9), Length(5, 11), advance=1, meetings=2, third_place=True, reset_final=False)


@pytest.mark.parametrize("plan", PLAN_ENTRANT_KINDS)
def test_every_plan_can_be_played(plan):
    assert stage_flow_problems(stages_of_plan(plan, CHOSEN), PLAN_ENTRANT_KINDS[plan]) == []


def test_usual_plan_is_groups_and_an_elimination():
    groups, knockout = stages_of_plan(DEFAULT_PLAN, CHOSEN)
    assert (groups.kind, groups.best_of, groups.hands, groups.meetings) == ("groups", 3, 9, 1)
    assert (knockout.kind, knockout.best_of, knockout.hands) == ("knockout", 5, 11)
    assert knockout.feeds == (FeedSettings(1, 1, 1),)


def test_plans_use_the_choices_that_apply():
    (league,), (knockout,), (double,), (tables,) = (
        stages_of_plan(plan, CHOSEN) for plan in ("league", "knockout", "double", "tables")
    )
    assert league.meetings == 2
    assert knockout.third_place
    assert not double.reset_final
    assert (tables.best_of, tables.hands) == (1, 9)


def test_swiss_has_its_own_tie_breaks():
    swiss, knockout = stages_of_plan("swiss_knockout", CHOSEN)
    assert swiss.tie_breaks == SWISS_ORDER
    assert knockout.feeds == (FeedSettings(1, 1, 8),)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("plan", PLAN_ENTRANT_KINDS)
def test_plans_use_only_tie_breaks_that_the_game_counts(game, plan):
    length = Length(1, game.offered_lengths[-1])
    stages = stages_of_plan(plan, PlanChoices(length, length, game=game))
    check_stage_flow(stages, PLAN_ENTRANT_KINDS[plan], game)
    looked_at = {step for stage in stages for step in stage.tie_breaks} & set(PLAY_STEPS)
    assert looked_at <= set(counted_tie_breaks(game))
    assert set(game.play_tie_breaks) <= looked_at
