from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.games.game import Game
from tournaments.enums import EntrantKind, StageKind
from tournaments.stages.stage_settings import (
    USUAL_GAME,
    FeedSettings,
    Length,
    StageSettings,
    groups_then_knockout,
    usual_tie_breaks,
)

DEFAULT_PLAN = "groups_knockout"
USUAL_BRACKET = 8
"""How many advance from a single table to an elimination."""
USUAL_FIELD = 8
LARGE_FIELD = 16


@dataclass(frozen=True)
class PlanChoices:
    """`rounds` is the length of encounters except in a later elimination.

    `swiss_rounds` is 0 for as many as needed. `field` is how many advance to tables of four.
    """

    rounds: Length
    knockout: Length
    advance: int = 2
    meetings: int = 1
    third_place: bool = False
    reset_final: bool = True
    swiss_rounds: int = 0
    field: int = USUAL_FIELD
    game: Game[Any, Any] = USUAL_GAME


PLAN_ENTRANT_KINDS = {
    "groups_knockout": EntrantKind.PAIRS,
    "league": EntrantKind.PAIRS,
    "swiss": EntrantKind.PAIRS,
    "swiss_knockout": EntrantKind.PAIRS,
    "knockout": EntrantKind.PAIRS,
    "double": EntrantKind.PAIRS,
    "fours": EntrantKind.SINGLES,
    "fours_tables": EntrantKind.SINGLES,
    "tables": EntrantKind.SINGLES,
}


def stages_of_plan(plan: str, choices: PlanChoices) -> tuple[StageSettings, ...]:
    """Return a plan's stages. Raises KeyError for an unknown one."""
    rounds, game = choices.rounds, choices.game
    groups = _build_stage(StageKind.GROUPS, rounds, game)
    swiss = replace(_build_stage(StageKind.SWISS, rounds, game), rounds=choices.swiss_rounds)
    single_match = Length(1, rounds.hands)
    fours = replace(_build_stage(StageKind.FOURS, single_match, game), rounds=choices.swiss_rounds)
    last = _build_stage(StageKind.TABLES, Length(1, choices.knockout.hands), game)
    knockout = _build_stage(StageKind.KNOCKOUT, rounds, game)
    double = _build_stage(StageKind.DOUBLE, rounds, game)
    best_of_fours = (FeedSettings(source=1, first_rank=1, last_rank=choices.field),)
    best = (FeedSettings(source=1, first_rank=1, last_rank=USUAL_BRACKET),)
    return {
        "groups_knockout": groups_then_knockout(
            rounds, choices.knockout, choices.advance, usual_tie_breaks(StageKind.GROUPS, game)
        ),
        "league": (replace(groups, meetings=choices.meetings),),
        "swiss": (swiss,),
        "swiss_knockout": (
            swiss,
            replace(_build_stage(StageKind.KNOCKOUT, choices.knockout, game), feeds=best),
        ),
        "knockout": (replace(knockout, third_place=choices.third_place),),
        "double": (replace(double, reset_final=choices.reset_final),),
        "fours": (fours,),
        "fours_tables": (fours, replace(last, feeds=best_of_fours)),
        "tables": (_build_stage(StageKind.TABLES, single_match, game),),
    }[plan]


def _build_stage(kind: StageKind, length: Length, game: Game[Any, Any]) -> StageSettings:
    return StageSettings(kind.value, length.best_of, length.hands, tie_breaks=usual_tie_breaks(kind, game))
