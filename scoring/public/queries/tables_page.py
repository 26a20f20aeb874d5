"""Public tables; long queues and histories are cut."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import VERSION_FIELDS, ListingVersion, read_cached_listings
from scoring.queries.encounters.match_totals import read_scores
from scoring.queries.round_names import RoundKey, RoundName
from scoring.queries.table_queues import TableState, TableStatus, read_tables
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import EncounterState
from tournaments.models import Encounter
from tournaments.models.encounter import EncounterQuerySet, TableTurn, table_turn

MAX_SHOWN = 256
"""Encounters on all tables together."""
MIN_PER_TABLE = 4
"""Least for each table."""


@dataclass(frozen=True)
class TablesPage:
    tables: Sequence[TableStatus]
    listings: Sequence[EncounterListing]

    @property
    def shows_points(self) -> bool:
        return any(listing.shown_points.totals for listing in self.listings)

    @property
    def states(self) -> Mapping[TableState, int]:
        """Count tables by state, in the enumeration's order."""
        counts = Counter(table.state for table in self.tables)
        return {state: counts[state] for state in TableState if counts[state]}

    @property
    def marked_keys(self) -> set[int]:
        return {listing.encounter.pk for listing in self.listings if listing.playing or listing.decided}


@dataclass(frozen=True)
class _QueuedEncounter:
    turn: TableTurn
    listing_version: ListingVersion
    decided: bool


def read_shown_tables(context: TournamentContext, names: Mapping[RoundKey, RoundName]) -> TablesPage:
    """Return tables in use, each with its nearest encounters and counts of those hidden.

    Tables with a queue lack played ones; a cancelled tournament has only these.
    """
    encounters = Encounter.objects.not_annulled().filter(
        stage__in=[stage_context.stage.pk for stage_context in context.stages]
    )
    queues = _read_queues(encounters)
    limit = max(MIN_PER_TABLE, MAX_SHOWN // max(1, len(queues)))
    chosen = {
        queued.listing_version for table_encounters in queues.values() for queued in table_encounters[:limit]
    }
    played = _read_played(encounters, {} if context.tournament.cancelled else _busy_tables(queues))
    chosen |= {version for table_encounters in played.values() for version in table_encounters[-limit:]}
    listings = _with_scores(read_cached_listings(context.tournament, chosen))
    tables = [
        replace(
            table,
            hidden_played_count=len(played[table.table.pk][:-limit]),
            hidden_queued_count=sum(not later.decided for later in queues[table.table.pk][limit:]),
        )
        for table in read_tables(context.tournament, listings, names)
    ]
    if context.tournament.cancelled:
        tables = [replace(table, current_listing=None, queue=(), hidden_queued_count=0) for table in tables]
    return TablesPage([table for table in tables if not table.is_closed_and_empty or table.played], listings)


def _with_scores(listings: Sequence[EncounterListing]) -> list[EncounterListing]:
    """Add the matches of decided encounters in groups, which `read_cached_listings` leaves out."""
    scores = read_scores([each.encounter.pk for each in listings if each.decided and not each.all_matches])
    return [
        replace(listing, all_matches=tuple(scores.get(listing.encounter.pk, listing.all_matches)))
        for listing in listings
    ]


def _read_queues(encounters: EncounterQuerySet) -> Mapping[int, Sequence[_QueuedEncounter]]:
    """Return encounters, decided too, that haven't left, by table's key in playing order."""
    queues: defaultdict[int, list[_QueuedEncounter]] = defaultdict(list)
    rows = encounters.filter(left_table_at=None, table__isnull=False).order_by()
    columns = ("table", "started_at", "queue_place", "state")
    for pk, hands, table, began, place, state in rows.values_list(*VERSION_FIELDS, *columns):
        decided = state == EncounterState.DECIDED
        queues[table].append(_QueuedEncounter(table_turn(began, state, place, pk), (pk, hands), decided))
    for queue in queues.values():
        queue.sort(key=lambda queued: queued.turn)
    return queues


def _busy_tables(queues: Mapping[int, Sequence[_QueuedEncounter]]) -> Collection[int]:
    return {table for table, queue in queues.items() if not all(queued.decided for queued in queue)}


def _read_played(
    encounters: EncounterQuerySet, excluded: Collection[int]
) -> Mapping[int, Sequence[ListingVersion]]:
    played: defaultdict[int, list[ListingVersion]] = defaultdict(list)
    rows = encounters.filter(state=EncounterState.DECIDED, table__isnull=False).exclude(table__in=excluded)
    in_order = rows.order_by("stage__position", "round", "group__position", "position", "pk")
    for pk, hands, table in in_order.values_list(*VERSION_FIELDS, "table"):
        played[table].append((pk, hands))
    return played
