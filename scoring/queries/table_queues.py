from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.queries.encounters.encounter_list import EncounterListing, table_number
from scoring.queries.encounters.encounter_reader import read_fixtures_among
from scoring.queries.play_progress import names_of_rounds, read_rounds
from scoring.queries.round_names import (
    RoundKey,
    RoundListing,
    RoundName,
    round_key_of,
    round_names_of_listings,
)
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Entrant, Table, Tournament
from tournaments.tables.domain.play_order import (
    Seated,
    encounter_by_entrant,
    next_takeable_encounter,
    seated_sides,
)


class TableState(StrEnum):
    """`FINISHED` shows a result: the next encounter has not begun, or none follows."""

    PLAYING = "playing"
    FREE = "free"
    WAITING = "waiting"
    FINISHED = "finished"
    CLOSED = "closed"


@dataclass(frozen=True)
class QueuedEncounter:
    """`feeders` are the listed encounters that decide who takes a side, with that side."""

    listing: EncounterListing
    round: RoundName
    busy_sides: Sequence[tuple[EncounterSide, Encounter]]
    feeders: Sequence[tuple[EncounterSide, Encounter | None]]


@dataclass(frozen=True)
class TableStatus:
    table: Table
    current_listing: EncounterListing | None
    queue: Sequence[QueuedEncounter]
    played: Sequence[RoundListing]
    current_round: RoundName | None = None
    hidden_played_count: int = 0
    hidden_queued_count: int = 0

    @property
    def listings(self) -> list[EncounterListing]:
        current = [self.current_listing] if self.current_listing else []
        return [*current, *(item.listing for item in self.queue), *(item.listing for item in self.played)]

    @property
    def encounters(self) -> list[int]:
        return [listing.encounter.pk for listing in self.listings]

    @property
    def cache_value(self) -> tuple[object, ...]:
        return self.table.pk, *(listing.version for listing in self.listings)

    @property
    def waiting(self) -> int:
        return len(self.queue) + self.hidden_queued_count

    @property
    def closed(self) -> bool:
        return self.table.closed

    @property
    def is_closed_and_empty(self) -> bool:
        return self.closed and self.current_listing is None and not self.queue

    @property
    def is_playing(self) -> bool:
        return self.current_listing is not None and self.current_listing.playing

    @property
    def state(self) -> TableState:
        if self.is_playing:
            return TableState.PLAYING
        if self.closed and not self.current_listing:
            return TableState.CLOSED
        if self.shown_result:
            return TableState.FINISHED
        return TableState.WAITING if self.queue and not self.next_can_begin else TableState.FREE

    @property
    def shown_result(self) -> RoundListing | None:
        """The last result while nothing is played, and the table's next encounter is not called yet."""
        if self.is_playing:
            return None
        if self.current_listing and self.current_round:
            return RoundListing(self.current_listing, self.current_round)
        return self.played[-1] if self.played and not self.queue else None

    @property
    def next_can_begin(self) -> bool:
        """Whether the table is open and the next encounter ready, with no side that plays elsewhere first."""
        following = self.next_queued
        return bool(not self.closed and following and following.listing.ready and not following.busy_sides)

    @property
    def next_queued(self) -> QueuedEncounter | None:
        return next(iter(self.queue), None)

    @property
    def later_queued(self) -> Sequence[QueuedEncounter]:
        return self.queue[1:]

    @property
    def awaited_elsewhere(self) -> Sequence[Encounter]:
        """The encounters at other tables that end before the next begins: one per table, by number."""
        following = self.next_queued
        sources = [*following.busy_sides, *following.feeders] if following else []
        by_number = {
            encounter.table.number: encounter
            for _side, encounter in sources
            if encounter and encounter.table and encounter.table_id != self.table.pk
            if encounter.state != EncounterState.DECIDED
        }
        return [by_number[number] for number in sorted(by_number)]

    @property
    def free(self) -> bool:
        """Whether it is open and nothing can be played there now."""
        return not self.closed and not self.is_playing and not any(item.listing.ready for item in self.queue)


@dataclass(frozen=True)
class EncounterToTake:
    """What a free table can take, or waits for: then `busy_sides` play or are about to begin elsewhere."""

    listing: EncounterListing
    busy_sides: Sequence[tuple[EncounterSide, Encounter]]

    @property
    def signature(self) -> str:
        return f"{self.listing.encounter.pk}.{len(self.busy_sides)}"


@dataclass(frozen=True)
class Whereabouts:
    """Where an entrant plays, and its furthest bracket encounter."""

    entrant: Entrant
    now: EncounterListing | None
    next: EncounterListing | None
    last: RoundListing | None


def read_tables(
    tournament: Tournament,
    listings: Sequence[EncounterListing],
    names: Mapping[RoundKey, RoundName] | None = None,
) -> list[TableStatus]:
    """Return all tables by number, closed ones too; pass `names` if encounters are missing."""
    named = round_names_of_listings(listings) if names is None else names
    seated = encounter_by_entrant(listing.encounter for listing in listings if not listing.decided)
    waiting = sorted(
        (listing for listing in listings if listing.encounter.left_table_at is None),
        key=lambda listing: listing.encounter.turn,
    )
    by_table: defaultdict[int | None, list[EncounterListing]] = defaultdict(list)
    for listing in waiting:
        by_table[listing.encounter.table_id].append(listing)
    played: defaultdict[int | None, list[RoundListing]] = defaultdict(list)
    for listing in listings:
        if listing.decided:
            table, round_ = listing.encounter.table_id, named[round_key_of(listing.encounter)]
            played[table].append(RoundListing(listing, round_))
    listed = {listing.encounter.pk: listing.encounter for listing in listings}

    def queued(listing: EncounterListing) -> QueuedEncounter:
        """Add where its entrants play now, and the encounters its open sides wait for."""
        return QueuedEncounter(
            listing,
            named[round_key_of(listing.encounter)],
            busy_elsewhere(listing.encounter, seated),
            [
                (side, listed.get(side.from_encounter_id or 0))
                for side in listing.sides
                if side.entrant is None and not side.vacant
            ],
        )

    return [
        _table_status(table, by_table[table.pk], played[table.pk], queued, named)
        for table in tournament.tables.order_by("number")
    ]


def next_encounters(
    listings: Sequence[EncounterListing], names: Mapping[RoundKey, RoundName]
) -> list[RoundListing]:
    """Return each table's first ready encounter, by table number."""
    next_at_table: dict[int, EncounterListing] = {}
    for listing in sorted(listings, key=lambda listing: listing.encounter.turn):
        if listing.ready and listing.encounter.table_id is not None:
            next_at_table.setdefault(listing.encounter.table_id, listing)
    return [
        RoundListing(listing, names[round_key_of(listing.encounter)])
        for listing in sorted(next_at_table.values(), key=table_number)
    ]


def encounter_to_take(listings: Sequence[EncounterListing]) -> EncounterToTake | None:
    undecided = {listing.encounter.pk: listing for listing in listings if not listing.decided}
    encounters = [listing.encounter for listing in undecided.values()]
    seated = encounter_by_entrant(encounters)
    taken = next_takeable_encounter(encounters, seated)
    return EncounterToTake(undecided[taken.pk], seated_sides(taken, seated)) if taken else None


def read_whereabouts(context: TournamentContext, entrants: Sequence[Entrant]) -> dict[int, Whereabouts]:
    encounters = Encounter.objects.not_annulled().filter(sides__entrant__in=entrants).order_by().values("pk")
    listings = read_fixtures_among(Encounter.objects.filter(pk__in=encounters)) if entrants else []
    names = names_of_rounds(context, read_rounds(context)) if listings else {}
    listings_by_entrant: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        for side in listing.sides:
            listings_by_entrant[side.entrant_id or 0].append(listing)
    return {entrant.pk: _whereabouts(entrant, listings_by_entrant[entrant.pk], names) for entrant in entrants}


def _whereabouts(
    entrant: Entrant, listings: Sequence[EncounterListing], names: Mapping[RoundKey, RoundName]
) -> Whereabouts:
    """Return the encounter in play, the next ready one and the last bracket one, in any state.

    Next is the earliest round's, within a round the first in its table's queue.

    `listings` are the entrant's, in playing order.
    """
    ready = sorted(
        (listing for listing in listings if listing.ready),
        key=lambda listing: (listing.encounter.round, listing.encounter.queue_place or 0),
    )
    last = next((listing for listing in reversed(listings) if listing.knockout), None)
    return Whereabouts(
        entrant=entrant,
        now=next((listing for listing in listings if listing.playing), None),
        next=ready[0] if ready else None,
        last=RoundListing(last, names[round_key_of(last.encounter)]) if last else None,
    )


def _table_status(
    table: Table,
    waiting: Sequence[EncounterListing],
    played: Sequence[RoundListing],
    queued: Callable[[EncounterListing], QueuedEncounter],
    names: Mapping[RoundKey, RoundName],
) -> TableStatus:
    """Show the encounter in play, else, while others wait, the last decided if first of `waiting`."""
    playing = next((listing for listing in waiting if listing.playing), None)
    queue = [listing for listing in waiting if not listing.decided and listing is not playing]
    decided = waiting[0] if waiting and waiting[0].decided and queue else None
    current = playing or decided
    return TableStatus(
        table=table,
        current_listing=current,
        current_round=names[round_key_of(current.encounter)] if current else None,
        queue=[queued(listing) for listing in queue],
        played=played,
    )


def busy_elsewhere(encounter: Encounter, seated: Seated) -> list[tuple[EncounterSide, Encounter]]:
    """Return sides that play or are about to begin at another table, with that encounter."""
    return [
        (side, other)
        for side, other in seated_sides(encounter, seated)
        if other.table_id != encounter.table_id
    ]
