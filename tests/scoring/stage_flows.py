from __future__ import annotations

from collections import Counter
from typing import Any

from rules.standings.tiebreaks import SWISS_ORDER
from scoring.standings import standings_cache
from scoring.standings.round_standings import ordered_entrants
from tests.factories import NOW, encounters_of, first_stage, open_tournament, play_encounter
from tournaments.draws.domain import draw, rounds
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.draw_preview import entrants_of_stage, preview_draw
from tournaments.enums import EncounterState
from tournaments.formats.drawing import Method
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Stage, Tournament
from tournaments.stages.stage_settings import FeedSettings, StageSettings

SWISS = StageSettings("swiss", best_of=1, hands=3, rounds=3, tie_breaks=SWISS_ORDER)
ELIMINATION = StageSettings("knockout", best_of=1, hands=3)
DOUBLE = StageSettings("double", best_of=1, hands=3)
GROUPS = StageSettings("groups", best_of=1, hands=3)
BEST_THIRDS = (
    GROUPS,
    StageSettings(
        "knockout",
        best_of=1,
        hands=3,
        feeds=(FeedSettings(1, 1, 2), FeedSettings(1, 3, 3, best=2)),
        third_place=True,
    ),
)
"""Three groups: the first two of each advance, and the best two of the thirds."""


def drawn_flow(*stages: StageSettings, pairs: int, **changes: Any) -> Tournament:
    tournament = open_tournament(pairs=pairs, stages=stages, **changes)
    draw_stage(first_stage(tournament))
    tournament.refresh_from_db()
    return tournament


def draw_stage(stage: Stage, *, groups: int = 1) -> None:
    chosen = DrawChoices(Method.RANDOM, "101", groups)
    proposal = preview_draw(stage, entrants_of_stage(stage), chosen)
    draw.draw_stage(
        stage=stage,
        choices=chosen,
        previewed_digest=proposal.digest,
        by=CONSOLE,
        at=NOW,
    )


def draw_next_round(stage: Stage) -> None:
    number = rounds.last_round(stage) + 1
    proposal = rounds.propose_round(stage, rounds.round_inputs(stage, ordered_entrants(stage)))
    rounds.draw_round(
        stage=stage,
        number=number,
        standings=ordered_entrants,
        alterations=(),
        previewed_digest=proposal.digest,
        by=CONSOLE,
        at=NOW,
    )


def ready_encounters(tournament: Tournament) -> list[Encounter]:
    return [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.state == EncounterState.READY and encounter.annulled_at is None
    ]


def play_ready(tournament: Tournament) -> None:
    """Play everything that is ready: side A wins by a growing margin."""
    for number, encounter in enumerate(ready_encounters(tournament)):
        play_encounter(encounter, points=(30 + number, 40))


def earlier_entered_side(encounter: Encounter) -> str:
    numbers = {side.letter: side.entrant.number for side in encounter.sides.all() if side.entrant}
    return min(numbers, key=numbers.__getitem__)


def of_group(tournament: Tournament, position: int = 0) -> list[Encounter]:
    return [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.group and encounter.group.position == position
    ]


def play_until_level_last_round(tournament: Tournament) -> None:
    won: Counter[int | None] = Counter()
    for encounter in of_group(tournament)[:4]:
        winner = min(encounter.sides.all(), key=lambda side: (won[side.entrant_id], side.letter))
        won[winner.entrant_id] += 1
        play_encounter(encounter, winner.letter)


def refresh_standings(tournament: Tournament) -> None:
    for stage in tournament.stages.select_related("tournament").exclude(drawn_at=None):
        if stage.has_standings:
            while standings_cache.refresh(stage=stage, at=NOW):
                pass
