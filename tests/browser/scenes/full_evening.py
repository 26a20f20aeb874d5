from __future__ import annotations

from tests.factories import (
    NOW,
    encounters_of,
    enter_pairs,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
)
from tournaments.draws.domain import draw
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.draw_preview import entrants_of_stage, preview_draw
from tournaments.enums import StageKind
from tournaments.formats.drawing import Method
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament
from tournaments.stages.stage_settings import Length, StageSettings

PAIRS, GROUPS, TABLES = 24, 6, 12
HANDS_AT_A_TABLE = 2
IN_THE_BRACKET = 64


def full_evening(club: Club) -> Tournament:
    tournament = open_tournament(club=club, pairs=PAIRS, tables=TABLES, groups=Length(best_of=3, hands=11))
    draw.draw_groups(tournament=tournament, groups=GROUPS, seed="101", by=CONSOLE, at=NOW)
    encounters = encounters_of(tournament)
    for encounter in encounters[:TABLES]:
        for _hand in range(HANDS_AT_A_TABLE):
            play_hand(encounter)
    play_encounter(encounters[-1])
    return tournament


def large_bracket(club: Club) -> Tournament:
    stages = (StageSettings(StageKind.KNOCKOUT.value, best_of=1, hands=3, third_place=True),)
    tournament = open_tournament(club=club, tables=TABLES, stages=stages)
    enter_pairs(tournament, IN_THE_BRACKET)
    stage, chosen = first_stage(tournament), DrawChoices(Method.RANDOM, "101")
    looked_at = preview_draw(stage, entrants_of_stage(stage), chosen).digest
    draw.draw_stage(stage=stage, choices=chosen, previewed_digest=looked_at, by=CONSOLE, at=NOW)
    return tournament
