from __future__ import annotations

from typing import Any

from rules.standings.tiebreaks import FOURS_ORDER
from tests.factories import enter_named, first_stage, open_tournament, play_table
from tests.scoring.stage_flows import draw_next_round, draw_stage, ready_encounters
from tournaments.models import Stage, Tournament
from tournaments.stages.stage_settings import FeedSettings, StageSettings

FOURS = StageSettings("fours", best_of=1, hands=3, rounds=3, tie_breaks=FOURS_ORDER)
THEN_TABLES = StageSettings("tables", best_of=1, hands=3, feeds=(FeedSettings(1, 1, 8),))


def drawn_fours(*stages: StageSettings, players: int = 10, **changes: Any) -> Tournament:
    tournament = open_tournament(stages=stages or (FOURS,), kind="singles", **changes)
    names = [f"Oyuncu {number:02}" for number in range(1, players + 1)]
    enter_named(tournament, [(name, (name,)) for name in names])
    draw_stage(first_stage(tournament))
    tournament.refresh_from_db()
    return tournament


def play_round(tournament: Tournament) -> None:
    """Play all tables that wait: the first entered finishes every hand, later ones pay ever more."""
    for encounter in ready_encounters(tournament):
        numbers = [side.entrant.number for side in encounter.sides_in_order if side.entrant]
        play_table(
            encounter, *(0 if number == min(numbers) else 7 * number + encounter.round for number in numbers)
        )


def play_to_the_end(tournament: Tournament) -> Stage:
    stage = first_stage(tournament)
    play_round(tournament)
    for _round in range(stage.rounds - 1):
        draw_next_round(stage)
        play_round(tournament)
    return stage
