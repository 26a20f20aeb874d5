"""Lengths of a chain that fit the time given: how long it takes, and the longest that is over in time."""

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
from tournaments.stages.stage_flow_estimate import ChainEstimate, estimate_chain, swiss_rounds_of
from tournaments.stages.stage_settings import USUAL_GAME, Length, StageSettings

WORTH_PLAYING = Length(1, 5)
"""Rounds are given up sooner than matches become shorter than this."""

FEWEST_ROUNDS = 3
FOUR = 4


@dataclass(frozen=True)
class Evening:
    """The time given, in minutes, and for how many at how many tables."""

    entrants: int
    tables: int
    minutes: int


class Fit(StrEnum):
    """Whether the time given is enough: surely, unless encounters go the whole way, or not."""

    FITS = "fits"
    MAY_RUN_OVER = "may_run_over"
    TOO_LONG = "too_long"


def fit_of(minutes: Range, given: int) -> Fit:
    """Whether so many minutes fit those given."""
    if minutes.most <= given:
        return Fit.FITS
    return Fit.MAY_RUN_OVER if minutes.fewest <= given else Fit.TOO_LONG


def fitted(
    stages: Sequence[StageSettings],
    evening: Evening,
    *,
    longest: Length,
    drawn: Collection[int] = (),
    game: Game[Any, Any] = USUAL_GAME,
) -> tuple[StageSettings, ...]:
    """The same stages, as long as the evening lets them be; where nothing fits, as short as can be.

    First all are equally long, then the last ones are lengthened as far as time is left. No encounter is
    longer than the `longest`; stages at positions that are `drawn` stay as they are. A stage with a table
    of rounds has fewer of these where matches would otherwise be too short.
    """
    free = [place for place in range(len(stages)) if place + 1 not in drawn]
    chain = _with_rounds_that_fit(tuple(stages), free, evening, game)
    units = _units(chain, evening)
    lengths = proposed_lengths(game, longest)
    chosen = _all_at(chain, free, lengths[0])
    for places in (free, *([place] for place in reversed(free))):
        for length in lengths:
            longer = _all_at(chosen, places, length)
            if _minutes(chosen, units, game) < _minutes(longer, units, game) <= evening.minutes:
                chosen = longer
    return chosen


def minutes_of(stages: Sequence[StageSettings], evening: Evening, game: Game[Any, Any] = USUAL_GAME) -> Range:
    """How long a chain takes, one stage after another; no time where too few come to its first."""
    return _estimated(stages, evening, game).minutes


def _units(stages: Sequence[StageSettings], evening: Evening) -> list[int]:
    """What one hand in each encounter of a stage takes at most: its minutes are so many times its hands."""
    single = [replace(stage, best_of=1, hands=1) for stage in stages]
    found = _estimated(single, evening, USUAL_GAME)
    return [stage.minutes.most if stage else 0 for stage in found.stages]


def _estimated(stages: Sequence[StageSettings], evening: Evening, game: Game[Any, Any]) -> ChainEstimate:
    return estimate_chain(stages, entrants=evening.entrants, tables=evening.tables, game=game)


def _minutes(stages: Sequence[StageSettings], units: Sequence[int], game: Game[Any, Any]) -> int:
    """The most that a chain takes."""
    return sum(
        unit * stage.best_of * most_hands(stage.hands, game)
        for unit, stage in zip(units, stages, strict=True)
    )


def _all_at(
    stages: tuple[StageSettings, ...], places: Collection[int], length: Length
) -> tuple[StageSettings, ...]:
    return tuple(_at(stage, length) if place in places else stage for place, stage in enumerate(stages))


def _at(stage: StageSettings, length: Length) -> StageSettings:
    """A stage with encounters of a length; at tables of four they are single matches."""
    best_of = 1 if FORMATS[stage.kind].seats == FOUR else length.best_of
    return replace(stage, best_of=best_of, hands=length.hands)


def _with_rounds_that_fit(
    stages: tuple[StageSettings, ...], free: Sequence[int], evening: Evening, game: Game[Any, Any]
) -> tuple[StageSettings, ...]:
    """As many rounds as there are to be, or fewer, to leave time for matches that are worth playing."""
    chain = _all_at(stages, free, WORTH_PLAYING)
    reached = _estimated(chain, evening, game).stages
    for place in free:
        meant = reached[place] if chain[place].kind in SWISS_KINDS else None
        rounds = swiss_rounds_of(chain[place], meant.entrants) if meant else 0
        while rounds > FEWEST_ROUNDS and _minutes(chain, _units(chain, evening), game) > evening.minutes:
            rounds -= 1
            chain = (*chain[:place], replace(chain[place], rounds=rounds), *chain[place + 1 :])
    return chain
