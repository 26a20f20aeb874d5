from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games import game_of
from tournaments.formats.time_estimate import Range
from tournaments.stages.fitting_lengths import (
    AvailableTime,
    TimeFit,
    estimated_minutes,
    stages_fitting_time,
    time_fit,
)
from tournaments.stages.ready_plans import PLAN_ENTRANT_KINDS, PlanChoices, stages_of_plan
from tournaments.stages.stage_settings import Length, StageSettings

LONGEST = Length(3, 11)
CHOICES = PlanChoices(LONGEST, LONGEST)
EVENING = AvailableTime(entrants=16, tables=8, minutes=240)


def lengths(stages: tuple[StageSettings, ...]) -> list[tuple[int, int]]:
    return [(stage.best_of, stage.hands or 0) for stage in stages]


@pytest.mark.parametrize("plan", PLAN_ENTRANT_KINDS)
@pytest.mark.parametrize("entrants", [6, 12, 16, 24])
def test_proposal_fits_wherever_anything_does(plan, entrants):
    evening = replace(EVENING, entrants=entrants)
    shortest = tuple(replace(stage, best_of=1, hands=3) for stage in stages_of_plan(plan, CHOICES))
    proposal = stages_fitting_time(stages_of_plan(plan, CHOICES), evening, longest=LONGEST)
    if estimated_minutes(shortest, evening).most <= evening.minutes:
        assert estimated_minutes(proposal, evening).most <= evening.minutes
    else:
        assert lengths(proposal) == lengths(shortest)


def test_more_time_never_shortens_anything():
    stages = stages_of_plan("groups_knockout", CHOICES)
    taken = [
        estimated_minutes(
            stages_fitting_time(stages, replace(EVENING, minutes=minutes), longest=LONGEST), EVENING
        ).most
        for minutes in range(60, 1441, 60)
    ]
    assert taken == sorted(taken)
    assert lengths(stages_fitting_time(stages, replace(EVENING, minutes=24 * 60), longest=LONGEST)) == [
        (3, 11),
        (3, 11),
    ]


def test_elimination_gets_the_remaining_time():
    assert lengths(
        stages_fitting_time(stages_of_plan("groups_knockout", CHOICES), EVENING, longest=LONGEST)
    ) == [
        (1, 7),
        (1, 9),
    ]


def test_rounds_are_dropped_before_matches_become_too_short():
    [short] = stages_fitting_time(
        stages_of_plan("swiss", CHOICES), replace(EVENING, minutes=90), longest=LONGEST
    )
    assert (short.rounds, short.best_of, short.hands) == (3, 1, 5)
    [whole] = stages_fitting_time(stages_of_plan("swiss", CHOICES), EVENING, longest=LONGEST)
    assert (whole.rounds, whole.best_of, whole.hands) == (0, 1, 11)


def test_drawn_stage_is_unchanged():
    stages = stages_of_plan("groups_knockout", CHOICES)
    proposal = stages_fitting_time(stages, replace(EVENING, minutes=900), longest=LONGEST, drawn={1})
    assert proposal[0] == stages[0]
    assert estimated_minutes(proposal, EVENING).most <= 900


def test_tables_of_four_play_single_matches():
    [stage] = stages_fitting_time(stages_of_plan("tables", CHOICES), EVENING, longest=LONGEST)
    assert (stage.best_of, stage.hands) == (1, 11)


@pytest.mark.parametrize(
    ("minutes", "fit"),
    [
        (Range(100, 240), TimeFit.FITS),
        (Range(240, 241), TimeFit.MAY_RUN_OVER),
        (Range(241, 300), TimeFit.TOO_LONG),
    ],
)
def test_time_fits_may_run_over_or_is_too_long(minutes, fit):
    assert time_fit(minutes, 240) is fit


@pytest.mark.parametrize("plan", PLAN_ENTRANT_KINDS)
@pytest.mark.parametrize("rule_set", ["okey-countdown", "okey-task"])
def test_other_games_fit_by_the_hands_of_their_matches(rule_set, plan):
    game = game_of(rule_set)
    rules = game.presets[rule_set]
    longest = Length(rules.best_of, rules.hands_per_match)
    stages = stages_of_plan(plan, PlanChoices(longest, longest, game=game))
    whole_day = replace(EVENING, entrants=12, minutes=24 * 60)
    assert (
        estimated_minutes(
            stages_fitting_time(stages, whole_day, longest=longest, game=game), whole_day, game
        ).most
        <= 24 * 60
    )
    evening = replace(EVENING, entrants=12)
    proposal = stages_fitting_time(stages, evening, longest=longest, game=game)
    fits = estimated_minutes(proposal, evening, game).most <= evening.minutes
    assert fits or {stage.hands for stage in proposal} == {game.offered_lengths[0]}
    assert all(stage.hands in game.offered_lengths for stage in proposal)


def test_open_match_length_has_no_limit_if_time_allows():
    game, longest = game_of("okey-countdown"), Length(3, None)
    stages = stages_of_plan("knockout", PlanChoices(longest, longest, game=game))
    [stage] = stages_fitting_time(stages, EVENING, longest=longest, game=game)
    assert (stage.best_of, stage.hands) == (1, None)
    assert estimated_minutes([stage], EVENING, game) == Range(4 * 5 * 5, 4 * 12 * 5)
