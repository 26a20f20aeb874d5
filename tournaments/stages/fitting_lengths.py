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

WORTH_PLAYING = Length(1, 5)
"""Rounds are dropped before matches become shorter than this."""

FEWEST_ROUNDS = 3
SEATS_AT_TABLE_OF_FOUR = 4


@dataclass(frozen=True)
class AvailableTime:
    entrants: int
    tables: int
    minutes: int


class Fit(StrEnum):
    FITS = "fits"
    MAY_RUN_OVER = "may_run_over"
    TOO_LONG = "too_long"


def time_fit(minutes: Range, given: int) -> Fit:
    if minutes.most <= given:
        return Fit.FITS
    return Fit.MAY_RUN_OVER if minutes.fewest <= given else Fit.TOO_LONG


def stages_fitting_time(
    stages: Sequence[StageSettings],
    evening: AvailableTime,
    *,
    longest: Length,
    drawn: Collection[int] = (),
    game: Game[Any, Any] = USUAL_GAME,
) -> tuple[StageSettings, ...]:
    """Return the longest encounters up to `longest` that fit the time, or the shortest.

    All stages get the same length first; then the last ones grow while time is left. Stages in `drawn` don't
    change. Swiss stages get fewer rounds before matches become too short.
    """
    free = [index for index in range(len(stages)) if index + 1 not in drawn]
    chain = _with_rounds_that_fit(tuple(stages), free, evening, game)
    units = _minutes_of_one_hand(chain, evening)
    lengths = proposed_lengths(game, longest)
    chosen = _with_length_at(chain, free, lengths[0])
    for indexes in (free, *([place] for place in reversed(free))):
        for length in lengths:
            longer = _with_length_at(chosen, indexes, length)
            if _most_minutes(chosen, units, game) < _most_minutes(longer, units, game) <= evening.minutes:
                chosen = longer
    return chosen


def estimated_minutes(
    stages: Sequence[StageSettings], evening: AvailableTime, game: Game[Any, Any] = USUAL_GAME
) -> Range:
    """Return zero where too few enter the first stage."""
    return _estimated(stages, evening, game).minutes


def _minutes_of_one_hand(stages: Sequence[StageSettings], evening: AvailableTime) -> list[int]:
    """Return the most minutes by stage; they grow in proportion to hands."""
    single = [replace(stage, best_of=1, hands=1) for stage in stages]
    estimates = _estimated(single, evening, USUAL_GAME)
    return [stage.minutes.most if stage else 0 for stage in estimates.stages]


def _estimated(
    stages: Sequence[StageSettings], evening: AvailableTime, game: Game[Any, Any]
) -> StageFlowEstimate:
    return estimate_stage_flow(stages, entrants=evening.entrants, tables=evening.tables, game=game)


def _most_minutes(stages: Sequence[StageSettings], units: Sequence[int], game: Game[Any, Any]) -> int:
    return sum(
        unit * stage.best_of * most_hands(stage.hands, game)
        for unit, stage in zip(units, stages, strict=True)
    )


def _with_length_at(
    stages: tuple[StageSettings, ...], places: Collection[int], length: Length
) -> tuple[StageSettings, ...]:
    return tuple(
        _with_length(stage, length) if index in places else stage for index, stage in enumerate(stages)
    )


def _with_length(stage: StageSettings, length: Length) -> StageSettings:
    best_of = 1 if FORMATS[stage.kind].seats == SEATS_AT_TABLE_OF_FOUR else length.best_of
    return replace(stage, best_of=best_of, hands=length.hands)


def _with_rounds_that_fit(
    stages: tuple[StageSettings, ...], free: Sequence[int], evening: AvailableTime, game: Game[Any, Any]
) -> tuple[StageSettings, ...]:
    chain = _with_length_at(stages, free, WORTH_PLAYING)
    estimates = _estimated(chain, evening, game).stages
    for index in free:
        stage_estimate = estimates[index] if chain[index].kind in SWISS_KINDS else None
        rounds = swiss_rounds_of(chain[index], stage_estimate.entrants) if stage_estimate else 0
        while (
            rounds > FEWEST_ROUNDS
            and _most_minutes(chain, _minutes_of_one_hand(chain, evening), game) > evening.minutes
        ):
            rounds -= 1
            chain = (*chain[:index], replace(chain[index], rounds=rounds), *chain[index + 1 :])
    return chain
