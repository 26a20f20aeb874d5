"""Now and next: what each table plays, what follows and whom that waits for; and what it has played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.reading.encounter_listings import EncounterListing, table_number
from scoring.reading.rounds import InRound, in_rounds
from tournaments.domain.room.turns import bound_to, next_to_take
from tournaments.models import Encounter, EncounterSide, Entrant, Table, Tournament


@dataclass(frozen=True)
class Next:
    """An encounter in a table's queue; `busy` are its sides that play elsewhere first, with that."""

    listing: EncounterListing
    busy: Sequence[tuple[EncounterSide, Encounter]]


@dataclass(frozen=True)
class TableNow:
    """A table; `played` are its decided encounters, the first one first."""

    table: Table
    now: EncounterListing | None
    queue: Sequence[Next]
    played: Sequence[InRound]

    @property
    def closed(self) -> bool:
        """Whether nothing is put there any more; what is played there may be played to its end."""
        return self.table.closed

    @property
    def over(self) -> bool:
        """Whether it is closed, and nothing is left to be played there."""
        return self.closed and self.now is None and not self.queue

    @property
    def free(self) -> bool:
        """Whether it is open, and nothing is played there or could begin."""
        playing = self.now is not None and self.now.playing
        return not self.closed and not playing and not any(one.listing.ready for one in self.queue)


@dataclass(frozen=True)
class Whereabouts:
    """Where an entrant plays, or where it plays next; None and None when nothing is left for it.

    `last` is the encounter without a group as far as which it came; None when it stayed in groups.
    """

    entrant: Entrant
    now: EncounterListing | None
    next: EncounterListing | None
    last: InRound | None


def read_tables(tournament: Tournament, listings: Sequence[EncounterListing]) -> list[TableNow]:
    """Every table by number, in one query."""
    bound = bound_to(one.encounter for one in listings if not one.decided)
    waiting = sorted(
        (listing for listing in listings if listing.encounter.left_table_at is None),
        key=lambda listing: listing.encounter.turn,
    )
    played = [one for one in in_rounds(listings) if one.listing.decided]
    return [
        _table_now(table, [listing for listing in waiting if _at(table, listing)], played, bound)
        for table in tournament.tables.order_by("number")
    ]


def up_next(listings: Sequence[EncounterListing]) -> list[InRound]:
    """The first encounter that each table can begin, by table."""
    first: dict[int, InRound] = {}
    for one in sorted(in_rounds(listings), key=lambda one: one.listing.encounter.turn):
        table = one.listing.encounter.table_id
        if one.listing.ready and table is not None:
            first.setdefault(table, one)
    return sorted(first.values(), key=lambda one: table_number(one.listing))


def to_take(listings: Sequence[EncounterListing]) -> EncounterListing | None:
    """What a free table can take, from all encounters of a tournament; nothing is read for it."""
    open_still = {one.encounter.pk: one for one in listings if not one.decided}
    found = next_to_take(one.encounter for one in open_still.values())
    return open_still[found.pk] if found else None


def whereabouts(entrant: Entrant, rounds: Sequence[InRound]) -> Whereabouts:
    """Where an entrant is to be found, from the encounters of its tournament."""
    mine = [one for one in rounds if one.listing.has(entrant)]
    own = [one.listing for one in mine]
    ahead = sorted(
        (listing for listing in own if listing.ready),
        key=lambda listing: (listing.encounter.round, listing.encounter.queue_place or 0),
    )
    return Whereabouts(
        entrant=entrant,
        now=next((listing for listing in own if listing.playing), None),
        next=ahead[0] if ahead else None,
        last=next((one for one in reversed(mine) if one.listing.knockout), None),
    )


def _at(table: Table, listing: EncounterListing) -> bool:
    return listing.encounter.table_id == table.pk


def _table_now(
    table: Table,
    waiting: Sequence[EncounterListing],
    played: Sequence[InRound],
    bound: Mapping[int, Encounter],
) -> TableNow:
    """What is played is on the table; else what was decided there, until the next one is called."""
    playing = next((listing for listing in waiting if listing.playing), None)
    queue = [listing for listing in waiting if not listing.decided and listing is not playing]
    decided = waiting[0] if waiting and waiting[0].decided and queue else None
    return TableNow(
        table=table,
        now=playing or decided,
        queue=[Next(one, busy_elsewhere(one.encounter, bound)) for one in queue],
        played=[one for one in played if _at(table, one.listing)],
    )


def busy_elsewhere(
    encounter: Encounter, bound: Mapping[int, Encounter]
) -> list[tuple[EncounterSide, Encounter]]:
    """Its sides that play at another table first, with what they play there."""
    found = ((side, bound.get(side.entrant_id or 0)) for side in encounter.sides.all())
    return [(side, other) for side, other in found if other and other.table_id != encounter.table_id]


def busy_sides(encounter: Encounter) -> list[tuple[EncounterSide, Encounter]]:
    """The same from what waits around its sides, in two or three queries."""
    entrants = encounter.sides.exclude(entrant=None).values("entrant")
    tables = Encounter.objects.undecided().filter(sides__entrant__in=entrants).values("table")
    around = Encounter.objects.undecided().waiting_at_tables().filter(table__in=tables)
    found = around.select_related("stage", "group", "table").prefetch_related("sides__entrant").distinct()
    bound = bound_to(found)
    return [pair for one in found if one == encounter for pair in busy_elsewhere(one, bound)]
