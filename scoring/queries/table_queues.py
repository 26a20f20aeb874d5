"""Now and next: what each table plays, what follows and whom that waits for; and what it has played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing, table_number
from scoring.queries.encounters.encounter_reader import fixtures_of
from scoring.queries.progress import names_of, read_rounds
from scoring.queries.rounds import InRound, RoundKey, RoundName, key_of, names_among
from scoring.queries.tournament_context import Frame
from tournaments.models import Encounter, EncounterSide, Entrant, Table, Tournament
from tournaments.tables.domain.play_order import bound_to, next_to_take


@dataclass(frozen=True)
class Next:
    """An encounter in a table's queue; `busy` are its sides that play elsewhere first, with that."""

    listing: EncounterListing
    busy: Sequence[tuple[EncounterSide, Encounter]]


@dataclass(frozen=True)
class TableNow:
    """A table; `played` are its decided encounters, the first one first.

    Where it has more than are shown, so many came `before`, and so many wait `behind`.
    """

    table: Table
    now: EncounterListing | None
    queue: Sequence[Next]
    played: Sequence[InRound]
    before: int = 0
    behind: int = 0

    @property
    def listings(self) -> list[EncounterListing]:
        """All that is listed of it."""
        now = [self.now] if self.now else []
        return [*now, *(one.listing for one in self.queue), *(one.listing for one in self.played)]

    @property
    def encounters(self) -> list[int]:
        """The same by primary key."""
        return [one.encounter.pk for one in self.listings]

    @property
    def told(self) -> tuple[object, ...]:
        """What is shown of it changes with this or with an act of its tournament."""
        return self.table.pk, *(one.version for one in self.listings)

    @property
    def waiting(self) -> int:
        """How many encounters are in its queue."""
        return len(self.queue) + self.behind

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


def read_tables(
    tournament: Tournament,
    listings: Sequence[EncounterListing],
    names: Mapping[RoundKey, RoundName] | None = None,
) -> list[TableNow]:
    """Every table by number, in one query; `names` of rounds where `listings` are not all there are."""
    named = names_among(listings) if names is None else names
    bound = bound_to(one.encounter for one in listings if not one.decided)
    waiting = sorted(
        (listing for listing in listings if listing.encounter.left_table_at is None),
        key=lambda listing: listing.encounter.turn,
    )
    here: defaultdict[int | None, list[EncounterListing]] = defaultdict(list)
    for listing in waiting:
        here[listing.encounter.table_id].append(listing)
    played: defaultdict[int | None, list[InRound]] = defaultdict(list)
    for listing in listings:
        if listing.decided:
            table, round_ = listing.encounter.table_id, named[key_of(listing.encounter)]
            played[table].append(InRound(listing, round_))
    return [
        _table_now(table, here[table.pk], played[table.pk], bound)
        for table in tournament.tables.order_by("number")
    ]


def up_next(listings: Sequence[EncounterListing], names: Mapping[RoundKey, RoundName]) -> list[InRound]:
    """The first encounter that each table can begin, by table, of rounds with these names."""
    first: dict[int, EncounterListing] = {}
    for one in sorted(listings, key=lambda one: one.encounter.turn):
        if one.ready and one.encounter.table_id is not None:
            first.setdefault(one.encounter.table_id, one)
    return [InRound(one, names[key_of(one.encounter)]) for one in sorted(first.values(), key=table_number)]


def to_take(listings: Sequence[EncounterListing]) -> EncounterListing | None:
    """What a free table can take, from all encounters of a tournament; nothing is read for it."""
    open_still = {one.encounter.pk: one for one in listings if not one.decided}
    found = next_to_take(one.encounter for one in open_still.values())
    return open_still[found.pk] if found else None


def read_whereabouts(frame: Frame, entrants: Sequence[Entrant]) -> dict[int, Whereabouts]:
    """Where some entrants are to be found, by primary key, in three queries."""
    theirs = Encounter.objects.standing().filter(sides__entrant__in=entrants).order_by().values("pk")
    listings = fixtures_of(Encounter.objects.filter(pk__in=theirs)) if entrants else []
    names = names_of(frame, read_rounds(frame)) if listings else {}
    own: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        for side in listing.sides:
            own[side.entrant_id or 0].append(listing)
    return {one.pk: _whereabouts(one, own[one.pk], names) for one in entrants}


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
) -> TableNow:
    """What is played is on the table; else what was decided there, until the next one is called."""
    playing = next((listing for listing in waiting if listing.playing), None)
    queue = [listing for listing in waiting if not listing.decided and listing is not playing]
    decided = waiting[0] if waiting and waiting[0].decided and queue else None
    return TableNow(
        table=table,
        now=playing or decided,
        queue=[Next(one, busy_elsewhere(one.encounter, bound)) for one in queue],
        played=played,
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
