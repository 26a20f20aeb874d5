from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.games.game import Game
from tournaments.enums import SWISS_KINDS
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.time_estimate import Range
from tournaments.stages.game_lengths import most_hands, proposed_lengths
from tournaments.stages.stage_flow_estimate import StageFlowEstimate, estimate_stage_flow, swiss_rounds_of
from tournaments.stages.stage_settings import USUAL_GAME, Length, StageSettings

SHORTEST_WORTHWHILE_LENGTH = Length(1, 5)
"""Rounds are dropped before matches become shorter than this."""

FEWEST_ROUNDS = 3
SEATS_AT_TABLE_OF_FOUR = 4


@dataclass(frozen=True)
class AvailableTime:
    entrants: int
    tables: int
    minutes: int


class TimeFit(StrEnum):
    FITS = "fits"
    MAY_RUN_OVER = "may_run_over"
    TOO_LONG = "too_long"


def time_fit(minutes: Range, available: int) -> TimeFit:
    if minutes.most <= available:
        return TimeFit.FITS
    return TimeFit.MAY_RUN_OVER if minutes.fewest <= available else TimeFit.TOO_LONG


def stages_fitting_time(
    stages: Sequence[StageSettings],
    available_time: AvailableTime,
    *,
    longest: Length,
    drawn: Collection[int] = (),
    game: Game[Any, Any] = USUAL_GAME,
) -> tuple[StageSettings, ...]:
    """Return stages with the longest encounters, up to `longest`, that fit the time, or the shortest.

    All stages get the same length first; then the last ones grow. Positions (from 1) in `drawn` don't
    change. Swiss stages get fewer rounds before matches become too short.
    """
    undrawn = [index for index in range(len(stages)) if index + 1 not in drawn]
    stage_flow = _with_rounds_that_fit(tuple(stages), undrawn, available_time, game)
    units = _minutes_of_one_hand(stage_flow, available_time)
    lengths = proposed_lengths(game, longest)
    fitted = _with_length_at(stage_flow, undrawn, lengths[0])
    for indexes in (undrawn, *([stage_index] for stage_index in reversed(undrawn))):
        for length in lengths:
            longer = _with_length_at(fitted, indexes, length)
            if (
                _most_minutes(fitted, units, game)
                < _most_minutes(longer, units, game)
                <= available_time.minutes
            ):
                fitted = longer
    return fitted


def estimated_minutes(
    stages: Sequence[StageSettings], available_time: AvailableTime, game: Game[Any, Any] = USUAL_GAME
) -> Range:
    """Zero where too few enter the first stage."""
    return _estimate(stages, available_time, game).minutes


def _minutes_of_one_hand(stages: Sequence[StageSettings], available_time: AvailableTime) -> list[int]:
    """The most minutes by stage; they grow in proportion to hands."""
    single = [replace(stage, best_of=1, hands=1) for stage in stages]
    estimates = _estimate(single, available_time, USUAL_GAME)
    return [stage.minutes.most if stage else 0 for stage in estimates.stages]


def _estimate(
    stages: Sequence[StageSettings], available_time: AvailableTime, game: Game[Any, Any]
) -> StageFlowEstimate:
    return estimate_stage_flow(
        stages, entrants=available_time.entrants, tables=available_time.tables, game=game
    )


def _most_minutes(stages: Sequence[StageSettings], units: Sequence[int], game: Game[Any, Any]) -> int:
    return sum(
        unit * stage.best_of * most_hands(stage.hands, game)
        for unit, stage in zip(units, stages, strict=True)
    )


def _with_length_at(
    stages: tuple[StageSettings, ...], indexes: Collection[int], length: Length
) -> tuple[StageSettings, ...]:
    return tuple(
        _with_length(stage, length) if index in indexes else stage for index, stage in enumerate(stages)
    )


def _with_length(stage: StageSettings, length: Length) -> StageSettings:
    best_of = 1 if FORMATS[stage.kind].seats == SEATS_AT_TABLE_OF_FOUR else length.best_of
    return replace(stage, best_of=best_of, hands=length.hands)


def _with_rounds_that_fit(
    stages: tuple[StageSettings, ...],
    undrawn: Sequence[int],
    available_time: AvailableTime,
    game: Game[Any, Any],
) -> tuple[StageSettings, ...]:
    """Return stages at the shortest worthwhile length, with fewer Swiss rounds if time is short.

    At least FEWEST_ROUNDS remain.
    """
    stage_flow = _with_length_at(stages, undrawn, SHORTEST_WORTHWHILE_LENGTH)
    estimates = _estimate(stage_flow, available_time, game).stages
    for index in undrawn:
        stage_estimate = estimates[index] if stage_flow[index].kind in SWISS_KINDS else None
        rounds = swiss_rounds_of(stage_flow[index], stage_estimate.entrants) if stage_estimate else 0
        while (
            rounds > FEWEST_ROUNDS
            and _most_minutes(stage_flow, _minutes_of_one_hand(stage_flow, available_time), game)
            > available_time.minutes
        ):
            rounds -= 1
            stage_flow = (
                *stage_flow[:index],
                replace(stage_flow[index], rounds=rounds),
                *stage_flow[index + 1 :],
            )
    return stage_flow
