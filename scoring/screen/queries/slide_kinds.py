from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.queries.current_round import CurrentRound
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.tournament_context import TournamentContext
from scoring.screen.queries.slide_capacity import Room, whole_room
from tournaments.enums import TournamentState


@dataclass(frozen=True)
class Slide:
    """A page of a kind of slide; `content` is the context of its template."""

    kind: str
    content: Any
    look: str = ""
    number: int = 1
    of: int = 1

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.number}"

    @property
    def template(self) -> str:
        return f"scoring/screen/tv/_{self.look or self.kind}.html"


@dataclass(frozen=True)
class SlideInputs:
    frame: TournamentContext
    listings: Sequence[EncounterListing]
    moment: CurrentRound | None
    clock: bool
    at: datetime

    @property
    def finished(self) -> bool:
        return self.frame.tournament.champion is not None

    @property
    def over(self) -> bool:
        tournament = self.frame.tournament
        return tournament.state == TournamentState.FINISHED or tournament.cancelled

    @property
    def room(self) -> Room:
        return whole_room(clock=self.clock)


@dataclass(frozen=True)
class Show:
    slides: Sequence[Slide]
    moment: CurrentRound | None
