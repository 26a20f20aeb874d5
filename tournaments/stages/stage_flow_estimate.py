from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from tournaments.enums import StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.encounter_plan import FormatSettings, StageField
from tournaments.formats.group_sizes import group_sizes
from tournaments.formats.swiss import default_rounds, most_rounds
from tournaments.formats.time_estimate import (
    ZERO_RANGE,
    Range,
    Rounds,
    StageEstimate,
    bracket_rounds,
    estimate_stage,
    fours_rounds,
    group_rounds,
    hands_of_encounter,
    swiss_rounds,
    table_rounds,
)
from tournaments.stages.game_lengths import usual_hands
from tournaments.stages.stage_flow_checks import champion_stage_position
from tournaments.stages.stage_settings import MOST_ROUNDS, USUAL_GAME, StageSettings
from tournaments.stages.stage_sizes import sizes_of_stages, usual_sizes


@dataclass(frozen=True)
class StageFlowEstimate:
    stages: tuple[StageEstimate | None, ...]
    hands_for_champion: Range

    @property
    def encounters(self) -> Range:
        return sum((stage.encounters for stage in self.stages if stage), ZERO_RANGE)

    @property
    def minutes(self) -> Range:
        return sum((stage.minutes for stage in self.stages if stage), ZERO_RANGE)


def estimate_stage_flow(
    stages: Sequence[StageSettings],
    *,
    entrants: int,
    tables: int,
    groups: int | None = None,
    game: Game[Any, Any] = USUAL_GAME,
) -> StageFlowEstimate:
    """Estimate checked stages, and the champion's hands; None for a stage with too few entrants.

    `groups` is their number in the first stage, by default the usual one.
    """
    first = group_sizes(entrants, groups) if groups and stages[0].kind == StageKind.GROUPS else None
    sizes = sizes_of_stages(stages, {1: first or usual_sizes(stages, 1, entrants)})
    estimates: list[StageEstimate | None] = []
    for stage, each_group in zip(stages, sizes, strict=True):
        stage_entrants = sum(each_group)
        rounds = _estimate_rounds(stage, each_group) if stage_entrants >= FORMATS[stage.kind].fewest else None
        hands = hands_of_encounter(stage.best_of, stage.hands, usual_hands(game))
        estimates.append(
            estimate_stage(entrants=stage_entrants, rounds=rounds, each=hands, tables=tables)
            if rounds
            else None
        )
    champion_path = [estimates[position - 1] for position in _champion_path(stages)]
    return StageFlowEstimate(
        tuple(estimates), sum((stage.hands for stage in champion_path if stage), ZERO_RANGE)
    )


def swiss_rounds_of(stage: StageSettings, entrants: int) -> int:
    most = most_rounds(entrants) if stage.kind == StageKind.SWISS else MOST_ROUNDS
    return min(stage.rounds or default_rounds(entrants), most)


def _estimate_rounds(stage: StageSettings, sizes: Sequence[int]) -> Rounds:
    """Count a stage's rounds and encounters; `sizes` are of groups, summed up for formats without groups."""
    entrants = sum(sizes)
    if stage.kind == StageKind.SWISS:
        return swiss_rounds(entrants, swiss_rounds_of(stage, entrants))
    if stage.kind == StageKind.FOURS:
        return fours_rounds(entrants, swiss_rounds_of(stage, entrants))
    if stage.kind == StageKind.TABLES:
        return table_rounds(entrants)
    seeds = iter(range(1, entrants + 1))
    field = StageField(
        entrants=entrants,
        groups=tuple(tuple(next(seeds) for _ in range(size)) for size in sizes),
        seeds_in_order=tuple(range(1, entrants + 1)),
    )
    settings = FormatSettings(stage.meetings, stage.rounds, stage.third_place, stage.reset_final)
    planned = FORMATS[stage.kind].plan(field, settings)
    if stage.kind == StageKind.GROUPS:
        return group_rounds(planned, sizes, stage.meetings)
    double = stage.kind == StageKind.DOUBLE
    return bracket_rounds(planned, may_need_second_final=double and stage.reset_final)


def _champion_path(stages: Sequence[StageSettings]) -> list[int]:
    last = champion_stage_position(stages)
    return [
        position for position in range(1, last + 1) if champion_stage_position(stages[:position]) == position
    ]
