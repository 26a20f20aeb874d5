from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_progress import CurrentRound
from scoring.queries.tournament_context import TournamentContext
from scoring.screen.queries.slide_capacity import SlideArea, whole_slide_area


@dataclass(frozen=True)
class Slide:
    """A page of a kind of slide; `content` is the context of its template."""

    kind: str
    content: Any
    template_variant: str = ""
    number: int = 1
    page_count: int = 1

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.number}"

    @property
    def template(self) -> str:
        return f"scoring/screen/tv/_{self.template_variant or self.kind}.html"


@dataclass(frozen=True)
class SlideInputs:
    tournament_context: TournamentContext
    listings: Sequence[EncounterListing]
    current_round: CurrentRound | None
    clock: bool
    at: datetime

    @property
    def has_champion(self) -> bool:
        return self.tournament_context.tournament.champion is not None

    @property
    def slide_area(self) -> SlideArea:
        return whole_slide_area(clock=self.clock)


@dataclass(frozen=True)
class SlideShow:
    slides: Sequence[Slide]
    current_round: CurrentRound | None
