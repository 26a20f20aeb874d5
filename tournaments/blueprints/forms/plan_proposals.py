from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from tournaments.formats.time_estimate import Range, hours_and_minutes
from tournaments.stages.fitting_lengths import TimeFit
from tournaments.stages.stage_names import describe_length
from tournaments.stages.stage_settings import StageSettings

from .plan_cards import PlanCard


@dataclass(frozen=True)
class PlanEstimate:
    minutes: Range
    fit: TimeFit

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_and_minutes(self.minutes)


@dataclass(frozen=True)
class PlanProposal:
    card: PlanCard
    stages: tuple[StageSettings, ...]
    game: Game[Any, Any]
    plan_estimate: PlanEstimate | None

    @property
    def lengths_text(self) -> str:
        return " + ".join(describe_length(stage.best_of, stage.hands, self.game) for stage in self.stages)
