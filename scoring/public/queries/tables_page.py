"""The public view of tables; long queues and histories are cut."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.queries.encounters.encounter_cache import VERSION_FIELDS, ListingVersion, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.rounds import RoundKey, RoundName
from scoring.queries.table_queues import TableStatus, read_tables
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import EncounterState
from tournaments.models import Encounter
from tournaments.models.encounter import EncounterQuerySet, table_order_key

MAX_SHOWN = 256
"""The number of encounters on all tables together."""
MIN_PER_TABLE = 4
"""The smallest number for each table."""


@dataclass(frozen=True)
class TablesPage:
    tables: Sequence[TableStatus]
    listings: Sequence[EncounterListing]

    @property
    def in_points(self) -> bool:
        return any(listing.playing or (listing.of_four and listing.decided) for listing in self.listings)

    @property
    def marked(self) -> set[int]:
        return {listing.encounter.pk for listing in self.listings if listing.playing or listing.decided}

    @property
    def waiting(self) -> set[int]:
        return {listing.encounter.pk for listing in self.listings if not listing.known}


@dataclass(frozen=True)
class _QueuedEncounter:
    turn: tuple[float, int, int]
    told: ListingVersion
    decided: bool


def read_shown_tables(context: TournamentContext, names: Mapping[RoundKey, RoundName]) -> TablesPage:
    """Return every table in use, in six queries; closed and unused ones are left out."""
    encounters = Encounter.objects.standing().filter(
        stage__in=[stage_context.stage.pk for stage_context in context.stages]
    )
    queues = _waiting(encounters)
    limit = max(MIN_PER_TABLE, MAX_SHOWN // max(1, len(queues)))
    chosen = {queued.told for table_encounters in queues.values() for queued in table_encounters[:limit]}
    played = _played(encounters, {} if context.tournament.cancelled else _busy_tables(queues))
    chosen |= {version for table_encounters in played.values() for version in table_encounters[-limit:]}
    listings = listings_of(context.tournament, chosen)
    tables = [
        replace(
            table,
            before=len(played[table.table.pk][:-limit]),
            behind=sum(not later.decided for later in queues[table.table.pk][limit:]),
        )
        for table in read_tables(context.tournament, listings, names)
    ]
    return TablesPage([table for table in tables if not table.over or table.played], listings)


def _waiting(encounters: EncounterQuerySet) -> Mapping[int, Sequence[_QueuedEncounter]]:
    queues: defaultdict[int, list[_QueuedEncounter]] = defaultdict(list)
    rows = encounters.filter(left_table_at=None, table__isnull=False).order_by()
    columns = ("table", "started_at", "queue_place", "state")
    for pk, hands, table, began, place, state in rows.values_list(*VERSION_FIELDS, *columns):
        decided = state == EncounterState.DECIDED
        queues[table].append(_QueuedEncounter(table_order_key(began, place, pk), (pk, hands), decided))
    for queue in queues.values():
        queue.sort(key=lambda one: one.turn)
    return queues


def _busy_tables(queues: Mapping[int, Sequence[_QueuedEncounter]]) -> Collection[int]:
    return {table for table, queue in queues.items() if not all(queued.decided for queued in queue)}


def _played(
    encounters: EncounterQuerySet, excluded: Collection[int]
) -> Mapping[int, Sequence[ListingVersion]]:
    played: defaultdict[int, list[ListingVersion]] = defaultdict(list)
    rows = encounters.filter(state=EncounterState.DECIDED, table__isnull=False).exclude(table__in=excluded)
    in_order = rows.order_by("stage__position", "round", "group__position", "position", "pk")
    for pk, hands, table in in_order.values_list(*VERSION_FIELDS, "table"):
        played[table].append((pk, hands))
    return played
