"""What everybody reads of the tables: of long queues, and of what was played, as much as one looks at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.queries.encounters.encounter_cache import TOLD, Told, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.rounds import RoundKey, RoundName
from scoring.queries.table_queues import TableNow, read_tables
from scoring.queries.tournament_context import Frame
from tournaments.enums import EncounterState
from tournaments.models import Encounter
from tournaments.models.encounter import EncounterQuerySet, turn_at_table

SHOWN = 256
"""Encounters on all tables together."""
FEWEST = 4
"""Of each table, where there are many."""


@dataclass(frozen=True)
class Tables:
    """Tables by number, and everything that is listed of them."""

    tables: Sequence[TableNow]
    listings: Sequence[EncounterListing]

    @property
    def in_points(self) -> bool:
        """Whether points of a match are to be seen."""
        return any(one.playing or (one.of_four and one.decided) for one in self.listings)

    @property
    def marked(self) -> set[int]:
        """Encounters that have begun, by primary key."""
        return {one.encounter.pk for one in self.listings if one.playing or one.decided}

    @property
    def waiting(self) -> set[int]:
        """Encounters whose sides are not all known, by primary key."""
        return {one.encounter.pk for one in self.listings if not one.known}


@dataclass(frozen=True)
class _Waits:
    """An encounter that a table still has before it."""

    turn: tuple[float, int, int]
    told: Told
    decided: bool


def read_shown_tables(frame: Frame, names: Mapping[RoundKey, RoundName]) -> Tables:
    """Every table of a tournament but those that are closed and had nothing, in six queries."""
    every = Encounter.objects.standing().filter(stage__in=[one.stage.pk for one in frame.stages])
    waiting = _waiting(every)
    most = max(FEWEST, SHOWN // max(1, len(waiting)))
    chosen = {one.told for ours in waiting.values() for one in ours[:most]}
    played = _played(every, {} if frame.tournament.cancelled else _at_work(waiting))
    chosen |= {told for ours in played.values() for told in ours[-most:]}
    listings = listings_of(frame.tournament, chosen)
    found = [
        replace(
            one,
            before=len(played[one.table.pk][:-most]),
            behind=sum(not later.decided for later in waiting[one.table.pk][most:]),
        )
        for one in read_tables(frame.tournament, listings, names)
    ]
    return Tables([one for one in found if not one.over or one.played], listings)


def _waiting(every: EncounterQuerySet) -> Mapping[int, Sequence[_Waits]]:
    """What each table has before it in turn, by the primary key of the table."""
    waiting: defaultdict[int, list[_Waits]] = defaultdict(list)
    rows = every.filter(left_table_at=None, table__isnull=False).order_by()
    columns = ("table", "started_at", "queue_place", "state")
    for pk, hands, table, began, place, state in rows.values_list(*TOLD, *columns):
        decided = state == EncounterState.DECIDED
        waiting[table].append(_Waits(turn_at_table(began, place, pk), (pk, hands), decided))
    for ours in waiting.values():
        ours.sort(key=lambda one: one.turn)
    return waiting


def _at_work(waiting: Mapping[int, Sequence[_Waits]]) -> Collection[int]:
    """The tables that have something to play."""
    return {table for table, ours in waiting.items() if not all(one.decided for one in ours)}


def _played(every: EncounterQuerySet, but: Collection[int]) -> Mapping[int, Sequence[Told]]:
    """What was decided at each table but some, as it was drawn."""
    played: defaultdict[int, list[Told]] = defaultdict(list)
    rows = every.filter(state=EncounterState.DECIDED, table__isnull=False).exclude(table__in=but)
    in_order = rows.order_by("stage__position", "round", "group__position", "position", "pk")
    for pk, hands, table in in_order.values_list(*TOLD, "table"):
        played[table].append((pk, hands))
    return played
