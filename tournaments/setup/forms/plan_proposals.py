"""Proposed plans with lengths that fit, and their estimates."""

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
    """The estimated time of a stage flow, and whether it fits."""

    minutes: Range
    fit: Fit

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_of(self.minutes)


@dataclass(frozen=True)
class Proposal:
    """A plan at the proposed lengths, and a description of these."""

    card: PlanCard
    stages: tuple[StageSettings, ...]
    game: Game[Any, Any]
    meant: Meant | None

    @property
    def words(self) -> str:
        """The lengths of its stages in order."""
        return " + ".join(length_words(stage.best_of, stage.hands, self.game) for stage in self.stages)
