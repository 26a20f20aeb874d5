from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from tournaments.formats.time_estimate import Range, hours_of
from tournaments.stages.fitting_lengths import Fit
from tournaments.stages.stage_names import describe_length
from tournaments.stages.stage_settings import StageSettings

from .plan_cards import PlanCard


@dataclass(frozen=True)
class PlanEstimate:
    minutes: Range
    fit: Fit

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_of(self.minutes)


@dataclass(frozen=True)
class PlanProposal:
    card: PlanCard
    stages: tuple[StageSettings, ...]
    game: Game[Any, Any]
    meant: PlanEstimate | None

    @property
    def words(self) -> str:
        return " + ".join(describe_length(stage.best_of, stage.hands, self.game) for stage in self.stages)
