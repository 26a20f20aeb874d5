from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.enums import Outlook, ProvisionalReason
from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.round_names import RoundName
from scoring.queries.tournament_context import StageContext
from tournaments.enums import SWISS_KINDS, Part, TournamentState
from tournaments.models import EncounterSide, Entrant, Group, Tournament

QUALIFIERS_OF_FOUR = 2
FINALISTS = 2


class FollowedState(StrEnum):
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
class NameChoice:
    """A name to search for, with partners or the pair's name."""

    name: str
    entrant: Entrant
    other_names: tuple[str, ...]


@dataclass(frozen=True)
class EncountersAhead:
    """Encounters at its table, or `elsewhere` by its sides; `feeds` decide its sides."""

    at_table: Sequence[EncounterListing] = ()
    elsewhere: Sequence[tuple[EncounterSide, EncounterListing]] = ()
    feeds: Mapping[int, EncounterListing] = field(default_factory=dict)

    @property
    def at_table_now(self) -> EncounterListing | None:
        return next((listing for listing in self.at_table if listing.playing), None)

    @property
    def queued_count(self) -> int:
        return sum(not listing.playing for listing in self.at_table)


@dataclass(frozen=True)
class GroupPosition:
    stage: StageContext
    group: Group
    rank: int | None
    standing: Standing | None
    encounters_left: int
    next_stages: Sequence[StageContext]

    @property
    def shown_rank(self) -> int | None:
        return self.rank or (self.standing.rank if self.standing else None)

    @property
    def has_qualified(self) -> bool:
        row = self.standing
        return bool(self.next_stages and row and (row.qualified or row.outlook == Outlook.THROUGH))

    @property
    def is_over(self) -> bool:
        out = self.standing is not None and self.standing.outlook == Outlook.OUT
        return self.rank is not None or (out and self.encounters_left == 0)

    @property
    def swiss(self) -> bool:
        return self.stage.stage.kind in SWISS_KINDS


@dataclass(frozen=True)
class FollowedEntrant:
    """`listing` is the current or next encounter."""

    entrant: Entrant
    tournament: Tournament
    listing: EncounterListing | None
    round: RoundName | None
    ahead: EncountersAhead
    last: EncounterListing | None
    last_round: RoundName | None
    group: GroupPosition | None
    provisional: ProvisionalReason | None = None
    """Why the champion isn't final."""

    @property
    def followed_state(self) -> FollowedState:
        """Return champion, left or entered (undrawn), else by encounter, end, last encounter or group."""
        if self.tournament.champion_id == self.entrant.pk:
            return FollowedState.CHAMPION
        if self.entrant.has_left:
            return FollowedState.LEFT
        if self.tournament.state == TournamentState.OPEN:
            return FollowedState.ENTERED
        if self.listing is not None:
            return self._state_of_listing(self.listing)
        if self.tournament.state == TournamentState.FINISHED:
            return FollowedState.FINISHED
        return self._state_after_last()

    @staticmethod
    def _state_of_listing(listing: EncounterListing) -> FollowedState:
        if listing.playing:
            return FollowedState.NOW
        return FollowedState.NEXT if listing.ready else FollowedState.WAITS

    @property
    def is_called(self) -> bool:
        if self.listing is None or self.listing.encounter.table is None:
            return False
        free = not (self.ahead.at_table or self.ahead.elsewhere)
        return self.followed_state == FollowedState.NOW or (
            self.followed_state == FollowedState.NEXT and free
        )

    @property
    def knows_next(self) -> bool:
        """Whether they are champion, or their next encounter has a table."""
        has_table = self.listing is not None and self.listing.encounter.table is not None
        return has_table or self.followed_state == FollowedState.CHAMPION

    @property
    def next_signature(self) -> str:
        """Changes with the next encounter, its table and its sides."""
        table = self.listing.encounter.table_id if self.listing else None
        state = self.provisional or self.followed_state
        return f"{self.entrant.pk}.{state}.{table}.{[side.entrant_id for side in self._sides]}"

    @property
    def may_be_called(self) -> bool:
        over = (FollowedState.CHAMPION, FollowedState.LEFT, FollowedState.FINISHED)
        return self.followed_state not in over

    def _state_after_last(self) -> FollowedState:
        if self.last is not None and self.last.knockout:
            return FollowedState.BETWEEN if self._has_advanced(self.last) else FollowedState.FINISHED
        if self.group is None:
            return FollowedState.BETWEEN
        if self.group.has_qualified:
            return FollowedState.THROUGH
        return FollowedState.FINISHED if self.group.is_over else FollowedState.BETWEEN

    def _has_advanced(self, last: EncounterListing) -> bool:
        if last.encounter.part == Part.THIRD:
            return False
        side = next(side for side in last.sides if side.entrant_id == self.entrant.pk)
        if last.of_four:
            return last.bye or (side.place is not None and side.place <= QUALIFIERS_OF_FOUR)
        return last.encounter.winner == side.letter

    @property
    def own_side(self) -> EncounterSide | None:
        return next((side for side in self._sides if side.entrant_id == self.entrant.pk), None)

    @property
    def opponent_sides(self) -> list[EncounterSide]:
        return [side for side in self._sides if side.entrant_id != self.entrant.pk and not side.vacant]

    @property
    def known_opponents(self) -> list[Entrant]:
        return [side.entrant for side in self.opponent_sides if side.entrant]

    @property
    def last_place(self) -> int | None:
        """3 or 4 in the match for third place."""
        if self.last is None:
            return None
        offset = FINALISTS if self.last.encounter.part == Part.THIRD else 0
        places = (side.place for side in self.last.sides if side.entrant_id == self.entrant.pk)
        return next((place + offset for place in places if place is not None), None)

    @property
    def _sides(self) -> Sequence[EncounterSide]:
        return self.listing.sides if self.listing else ()
