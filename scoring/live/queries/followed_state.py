"""How things stand for the entrant that a visitor follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.enums import Outlook
from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.rounds import RoundName
from scoring.queries.tournament_context import StageInFrame
from tournaments.enums import SWISS_KINDS, Part, TournamentState
from tournaments.models import EncounterSide, Entrant, Group, Tournament

GOING_ON_OF_FOUR = 2
FINALISTS = 2


class Stands(StrEnum):
    """What is to be said of an entrant first."""

    CHAMPION = "champion"
    LEFT = "left"
    ENTERED = "entered"
    NOW = "now"
    NEXT = "next"
    WAITS = "waits"
    THROUGH = "through"
    BETWEEN = "between"
    FINISHED = "finished"


@dataclass(frozen=True)
class NameToChoose:
    """A name under which somebody looks for himself; `beside` are those who play with him, or the pair."""

    name: str
    entrant: Entrant
    beside: tuple[str, ...]


@dataclass(frozen=True)
class Ahead:
    """What is played before an encounter: at its table, first one first, and by its sides `elsewhere`.

    `feeds` are the encounters, by primary key, whose winner or loser it waits for.
    """

    at_table: Sequence[EncounterListing] = ()
    elsewhere: Sequence[tuple[EncounterSide, EncounterListing]] = ()
    feeds: Mapping[int, EncounterListing] = field(default_factory=dict)

    @property
    def at_table_now(self) -> EncounterListing | None:
        """What the table plays now."""
        return next((listing for listing in self.at_table if listing.playing), None)

    @property
    def between(self) -> int:
        """How many follow at the table before it, what is played there now left out."""
        return sum(not listing.playing for listing in self.at_table)


@dataclass(frozen=True)
class InGroup:
    """A place in a table of standings; `rank` once it is decided, `left` the own encounters still to play."""

    stage: StageInFrame
    group: Group
    rank: int | None
    standing: Standing | None
    left: int
    onward: Sequence[StageInFrame]

    @property
    def shown_rank(self) -> int | None:
        return self.rank or (self.standing.rank if self.standing else None)

    @property
    def through(self) -> bool:
        """Whether it goes on for certain."""
        row = self.standing
        return bool(self.onward and row and (row.qualified or row.outlook == Outlook.THROUGH))

    @property
    def over(self) -> bool:
        """Whether nothing more is to come from it for certain."""
        out = self.standing is not None and self.standing.outlook == Outlook.OUT
        return self.rank is not None or (out and self.left == 0)

    @property
    def swiss(self) -> bool:
        return self.stage.stage.kind in SWISS_KINDS


@dataclass(frozen=True)
class Following:
    """An entrant with what it plays or plays next (`listing`), what it played last, and its place."""

    entrant: Entrant
    tournament: Tournament
    listing: EncounterListing | None
    round: RoundName | None
    ahead: Ahead
    last: EncounterListing | None
    last_round: RoundName | None
    group: InGroup | None

    @property
    def stands(self) -> Stands:
        if self.tournament.champion_id == self.entrant.pk:
            return Stands.CHAMPION
        if self.entrant.has_left:
            return Stands.LEFT
        if self.tournament.state == TournamentState.OPEN:
            return Stands.ENTERED
        if self.listing is not None:
            return self._of_listing(self.listing)
        if self.tournament.state == TournamentState.FINISHED:
            return Stands.FINISHED
        return self._of_last()

    @staticmethod
    def _of_listing(listing: EncounterListing) -> Stands:
        if listing.playing:
            return Stands.NOW
        return Stands.NEXT if listing.ready else Stands.WAITS

    @property
    def called(self) -> bool:
        """Whether its table is before it: it plays, or nothing is in the way of beginning."""
        if self.listing is None or self.listing.encounter.table is None:
            return False
        free = not (self.ahead.at_table or self.ahead.elsewhere)
        return self.stands == Stands.NOW or (self.stands == Stands.NEXT and free)

    @property
    def may_be_called(self) -> bool:
        """Whether anything is still to come to which it could be called."""
        over = (Stands.CHAMPION, Stands.LEFT, Stands.FINISHED)
        return self.stands not in over

    def _of_last(self) -> Stands:
        """Nothing is before it that anybody knows of."""
        if self.last is not None and self.last.knockout:
            return Stands.BETWEEN if self._went_on(self.last) else Stands.FINISHED
        if self.group is None:
            return Stands.BETWEEN
        if self.group.through:
            return Stands.THROUGH
        return Stands.FINISHED if self.group.over else Stands.BETWEEN

    def _went_on(self, last: EncounterListing) -> bool:
        if last.encounter.part == Part.THIRD:
            return False
        side = next(side for side in last.sides if side.entrant_id == self.entrant.pk)
        if last.of_four:
            return last.bye or (side.place is not None and side.place <= GOING_ON_OF_FOUR)
        return last.encounter.winner == side.letter

    @property
    def own(self) -> EncounterSide | None:
        """Its side of what it plays or plays next."""
        return next((side for side in self._sides if side.entrant_id == self.entrant.pk), None)

    @property
    def others(self) -> list[EncounterSide]:
        """Whom it plays, or waits for."""
        return [side for side in self._sides if side.entrant_id != self.entrant.pk and not side.vacant]

    @property
    def last_place(self) -> int | None:
        """Where it ended in what it played last; behind the finalists where that was for third place."""
        if self.last is None:
            return None
        before = FINALISTS if self.last.encounter.part == Part.THIRD else 0
        places = (side.place for side in self.last.sides if side.entrant_id == self.entrant.pk)
        return next((place + before for place in places if place is not None), None)

    @property
    def _sides(self) -> Sequence[EncounterSide]:
        return self.listing.sides if self.listing else ()
