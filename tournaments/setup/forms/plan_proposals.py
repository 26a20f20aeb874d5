from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from tournaments.formats.time_estimate import Range, hours_of
from tournaments.stages.fitting_lengths import Fit
from tournaments.stages.stage_names import length_words
from tournaments.stages.stage_settings import StageSettings

from .plan_cards import PlanCard


@dataclass(frozen=True)
class Meant:
    minutes: Range
    fit: Fit

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_of(self.minutes)


@dataclass(frozen=True)
class Proposal:
    card: PlanCard
    stages: tuple[StageSettings, ...]
    game: Game[Any, Any]
    meant: Meant | None

    @property
    def words(self) -> str:
        return " + ".join(length_words(stage.best_of, stage.hands, self.game) for stage in self.stages)
