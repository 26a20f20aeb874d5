from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from rules.games import game_of
from tournaments.stages.stage_flow_checks import (
    SettingsNotPossible,
    StageFlowNotPossible,
    champion_stage_position,
    check_stage_flow,
    stage_flow_problems,
)
from tournaments.stages.stage_settings import FeedSettings, Length, StageSettings, groups_then_knockout

GROUPS, KNOCKOUT = groups_then_knockout(Length(1, 11), Length(3, 11))
SWISS = StageSettings("swiss", 1, 11)
TABLES = StageSettings("tables", 1, 11)


def then(kind: str, *feeds: FeedSettings, **more) -> StageSettings:
    return StageSettings(kind, 1, 11, feeds=feeds, **more)


POSSIBLE = {
    "matches that time may end": (replace(SWISS, hands=5, time_up="clock", least_hands=5),),
    "matches that it may not": (replace(SWISS, hands=3, least_hands=5),),
    "groups and knock-out": (GROUPS, KNOCKOUT),
    "a league": (GROUPS,),
    "best thirds": (GROUPS, replace(KNOCKOUT, feeds=(*KNOCKOUT.feeds, FeedSettings(1, 3, 3, 4)))),
    "consolation": (GROUPS, KNOCKOUT, then("double", FeedSettings(1, 3, 4))),
    "Swiss and top eight": (SWISS, then("knockout", FeedSettings(1, 1, 8))),
    "second groups": (GROUPS, then("groups", FeedSettings(1, 1, 2)), then("knockout", FeedSettings(2, 1, 2))),
    "a final group": (SWISS, then("groups", FeedSettings(1, 1, 4))),
    "third place sent on": (
        replace(KNOCKOUT, feeds=(), third_place=True),
        then("swiss", FeedSettings(1, 1, 4)),
    ),
}


@pytest.mark.parametrize("chain", POSSIBLE.values(), ids=POSSIBLE.keys())
def test_stage_flows_of_clubs_are_possible(chain):
    assert stage_flow_problems(chain, "pairs") == []
    check_stage_flow(chain, "pairs")


def test_singles_play_at_tables_of_four():
    check_stage_flow((TABLES, then("tables", FeedSettings(1, 1, 4))), "singles")


IMPOSSIBLE = {
    "a table of four for pairs": ((TABLES,), "pairs", (1, "kind", None)),
    "groups for singles": ((GROUPS,), "singles", (1, "kind", None)),
    "several matches at a table": ((replace(TABLES, best_of=3),), "singles", (1, "best_of", None)),
    "more hands than a match has": (
        (replace(SWISS, hands=3, time_up="bell", least_hands=5),),
        "pairs",
        (1, "least_hands", None),
    ),
    "a first stage that is fed": ((replace(SWISS, feeds=KNOCKOUT.feeds),), "pairs", (1, "feeds", None)),
    "nobody advances": ((GROUPS, replace(KNOCKOUT, feeds=())), "pairs", (2, "feeds", None)),
    "one alone": ((SWISS, then("knockout", FeedSettings(1, 1, 1))), "pairs", (2, "feeds", None)),
    "three at a table": ((TABLES, then("tables", FeedSettings(1, 1, 3))), "singles", (2, "feeds", None)),
    "from itself": ((GROUPS, then("knockout", FeedSettings(2, 1, 2))), "pairs", (2, "feeds", 0)),
    "from a later one": ((GROUPS, then("knockout", FeedSettings(3, 1, 2))), "pairs", (2, "feeds", 0)),
    "the best of no groups": (
        (SWISS, then("knockout", FeedSettings(1, 1, 4), FeedSettings(1, 5, 5, 1))),
        "pairs",
        (2, "feeds", 1),
    ),
    "the best of several places": (
        (GROUPS, then("knockout", FeedSettings(1, 1, 2, 4))),
        "pairs",
        (2, "feeds", 0),
    ),
    "thirds of a bracket": (
        (replace(KNOCKOUT, feeds=()), then("knockout", FeedSettings(1, 1, 3))),
        "pairs",
        (2, "feeds", 0),
    ),
    "one place twice": (
        (GROUPS, KNOCKOUT, then("swiss", FeedSettings(1, 2, 3))),
        "pairs",
        (3, "feeds", 0),
    ),
    "one place twice in a stage": (
        (GROUPS, then("swiss", FeedSettings(1, 1, 2), FeedSettings(1, 2, 3))),
        "pairs",
        (2, "feeds", 1),
    ),
    "a lot before the end": (
        (replace(GROUPS, tie_breaks=("lot", "average")),),
        "pairs",
        (1, "tie_breaks", None),
    ),
}


@pytest.mark.parametrize(("chain", "kind", "where"), IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_problem_is_reported_at_its_stage_and_setting(chain, kind, where):
    problems = stage_flow_problems(chain, kind)
    assert (problems[0].stage, problems[0].setting, problems[0].feed) == where
    reasons = []
    for language in ("tr", "en"):
        with translation.override(language):
            reasons.append(str(problems[0].why))
    assert reasons[0] != reasons[1]
    with pytest.raises(StageFlowNotPossible) as refusal:
        check_stage_flow(chain, kind)
    assert refusal.value.details["stage"] == where[0]


def test_every_problem_is_reported_at_once():
    stages = (replace(GROUPS, feeds=KNOCKOUT.feeds), replace(KNOCKOUT, feeds=()))
    assert [(problem.stage, problem.setting) for problem in stage_flow_problems(stages, "pairs")] == [
        (1, "feeds"),
        (1, "feeds"),
        (2, "feeds"),
    ]


def test_bracket_needs_no_tie_breaks():
    assert stage_flow_problems((replace(KNOCKOUT, feeds=(), tie_breaks=()),), "pairs") == []


def test_champion_comes_from_the_last_stage_of_first_places():
    consolation = then("knockout", FeedSettings(1, 3, 4))
    assert champion_stage_position((GROUPS,)) == 1
    assert champion_stage_position((GROUPS, KNOCKOUT, consolation)) == 2
    assert champion_stage_position((GROUPS, consolation, KNOCKOUT)) == 3
    assert champion_stage_position((GROUPS, KNOCKOUT, then("swiss", FeedSettings(2, 1, 2)))) == 3


OKEY = game_of("okey-countdown")


def test_time_limit_is_refused_where_points_end_a_match():
    stages = (replace(SWISS, hands=9, time_up="bell", least_hands=5),)
    assert [(problem.stage, problem.setting) for problem in stage_flow_problems(stages, "pairs", OKEY)] == [
        (1, "time_up")
    ]
    with pytest.raises(StageFlowNotPossible) as refused:
        check_stage_flow(stages, "pairs", OKEY)
    assert refused.value.details["stage"] == 1


@pytest.mark.parametrize("hands", [None, 1, 8, 99])
def test_lengths_are_those_of_the_game(hands):
    check_stage_flow((replace(SWISS, hands=hands),), "pairs", OKEY)
    with pytest.raises(SettingsNotPossible):
        check_stage_flow((replace(SWISS, hands=hands),), "pairs")
