from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing, table_number
from scoring.queries.encounters.encounter_reader import fixtures_of
from scoring.queries.progress import names_of, read_rounds
from scoring.queries.rounds import InRound, RoundKey, RoundName, key_of, names_among
from scoring.queries.tournament_context import TournamentContext
from tournaments.models import Encounter, EncounterSide, Entrant, Table, Tournament
from tournaments.tables.domain.play_order import encounter_by_entrant, next_to_take


@dataclass(frozen=True)
class QueuedEncounter:
    listing: EncounterListing
    busy: Sequence[tuple[EncounterSide, Encounter]]


@dataclass(frozen=True)
class TableStatus:
    table: Table
    now: EncounterListing | None
    queue: Sequence[QueuedEncounter]
    played: Sequence[InRound]
    before: int = 0
    behind: int = 0

    @property
    def listings(self) -> list[EncounterListing]:
        current = [self.now] if self.now else []
        return [*current, *(item.listing for item in self.queue), *(item.listing for item in self.played)]

    @property
    def encounters(self) -> list[int]:
        return [listing.encounter.pk for listing in self.listings]

    @property
    def told(self) -> tuple[object, ...]:
        return self.table.pk, *(listing.version for listing in self.listings)

    @property
    def waiting(self) -> int:
        return len(self.queue) + self.behind

    @property
    def closed(self) -> bool:
        return self.table.closed

    @property
    def over(self) -> bool:
        return self.closed and self.now is None and not self.queue

    @property
    def free(self) -> bool:
        """Whether it is open and nothing can be played there now."""
        playing = self.now is not None and self.now.playing
        return not self.closed and not playing and not any(item.listing.ready for item in self.queue)


@dataclass(frozen=True)
class Whereabouts:
    """Where an entrant plays, and its furthest encounter outside groups."""

    entrant: Entrant
    now: EncounterListing | None
    next: EncounterListing | None
    last: InRound | None


def read_tables(
    tournament: Tournament,
    listings: Sequence[EncounterListing],
    names: Mapping[RoundKey, RoundName] | None = None,
) -> list[TableStatus]:
    """Read every table in one query; pass `names` if encounters are missing."""
    named = names_among(listings) if names is None else names
    bound = encounter_by_entrant(listing.encounter for listing in listings if not listing.decided)
    waiting = sorted(
        (listing for listing in listings if listing.encounter.left_table_at is None),
        key=lambda listing: listing.encounter.turn,
    )
    by_table: defaultdict[int | None, list[EncounterListing]] = defaultdict(list)
    for listing in waiting:
        by_table[listing.encounter.table_id].append(listing)
    played: defaultdict[int | None, list[InRound]] = defaultdict(list)
    for listing in listings:
        if listing.decided:
            table, round_ = listing.encounter.table_id, named[key_of(listing.encounter)]
            played[table].append(InRound(listing, round_))
    return [
        _table_now(table, by_table[table.pk], played[table.pk], bound)
        for table in tournament.tables.order_by("number")
    ]


def next_encounters(
    listings: Sequence[EncounterListing], names: Mapping[RoundKey, RoundName]
) -> list[InRound]:
    first: dict[int, EncounterListing] = {}
    for listing in sorted(listings, key=lambda one: one.encounter.turn):
        if listing.ready and listing.encounter.table_id is not None:
            first.setdefault(listing.encounter.table_id, listing)
    return [
        InRound(listing, names[key_of(listing.encounter)])
        for listing in sorted(first.values(), key=table_number)
    ]


def encounter_to_take(listings: Sequence[EncounterListing]) -> EncounterListing | None:
    open_still = {listing.encounter.pk: listing for listing in listings if not listing.decided}
    taken = next_to_take(listing.encounter for listing in open_still.values())
    return open_still[taken.pk] if taken else None


def read_whereabouts(frame: TournamentContext, entrants: Sequence[Entrant]) -> dict[int, Whereabouts]:
    encounters = Encounter.objects.standing().filter(sides__entrant__in=entrants).order_by().values("pk")
    listings = fixtures_of(Encounter.objects.filter(pk__in=encounters)) if entrants else []
    names = names_of(frame, read_rounds(frame)) if listings else {}
    own: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        for side in listing.sides:
            own[side.entrant_id or 0].append(listing)
    return {entrant.pk: _whereabouts(entrant, own[entrant.pk], names) for entrant in entrants}


def _whereabouts(
    entrant: Entrant, own: Sequence[EncounterListing], names: Mapping[RoundKey, RoundName]
) -> Whereabouts:
    ahead = sorted(
        (listing for listing in own if listing.ready),
        key=lambda listing: (listing.encounter.round, listing.encounter.queue_place or 0),
    )
    last = next((listing for listing in reversed(own) if listing.knockout), None)
    return Whereabouts(
        entrant=entrant,
        now=next((listing for listing in own if listing.playing), None),
        next=ahead[0] if ahead else None,
        last=InRound(last, names[key_of(last.encounter)]) if last else None,
    )


def _table_now(
    table: Table,
    waiting: Sequence[EncounterListing],
    played: Sequence[InRound],
    bound: Mapping[int, Encounter],
) -> TableStatus:
    """Show the encounter in play, else the last decided one until the next call."""
    playing = next((listing for listing in waiting if listing.playing), None)
    queue = [listing for listing in waiting if not listing.decided and listing is not playing]
    decided = waiting[0] if waiting and waiting[0].decided and queue else None
    return TableStatus(
        table=table,
        now=playing or decided,
        queue=[QueuedEncounter(listing, busy_elsewhere(listing.encounter, bound)) for listing in queue],
        played=played,
    )


def busy_elsewhere(
    encounter: Encounter, bound: Mapping[int, Encounter]
) -> list[tuple[EncounterSide, Encounter]]:
    bound_sides = ((side, bound.get(side.entrant_id or 0)) for side in encounter.sides.all())
    return [(side, other) for side, other in bound_sides if other and other.table_id != encounter.table_id]


def busy_sides(encounter: Encounter) -> list[tuple[EncounterSide, Encounter]]:
    """Read the sides that are busy elsewhere, in two or three queries."""
    entrants = encounter.sides.exclude(entrant=None).values("entrant")
    tables = Encounter.objects.undecided().filter(sides__entrant__in=entrants).values("table")
    around = Encounter.objects.undecided().waiting_at_tables().filter(table__in=tables)
    waiting = around.select_related("stage", "group", "table").prefetch_related("sides__entrant").distinct()
    bound = encounter_by_entrant(waiting)
    return [
        pair for candidate in waiting if candidate == encounter for pair in busy_elsewhere(candidate, bound)
    ]
