from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_fixtures, read_fixtures_among
from scoring.queries.table_queues import EncounterToTake, TableStatus, encounter_to_take, read_tables
from tournaments.models import Encounter, Table, Tournament
from tournaments.tables.domain.table_changes import FreeTable, preview_closing


@dataclass(frozen=True)
class Room:
    tables: Sequence[TableStatus]
    encounter_to_take: EncounterToTake | None

    @property
    def open(self) -> int:
        return sum(not place.closed for place in self.tables)

    @property
    def last_number(self) -> int:
        return max((place.table.number for place in self.tables), default=0)


@dataclass(frozen=True)
class TableClosing:
    """`free` are tables where its encounter could continue."""

    playing: EncounterListing | None
    waiting_count: int
    free: Sequence[FreeTable]
    is_last_open: bool


def read_room(tournament: Tournament) -> Room:
    listings = read_fixtures(tournament)
    return Room(read_tables(tournament, listings), encounter_to_take(listings))


def read_closing(table: Table) -> TableClosing:
    preview = preview_closing(table)
    playing = read_fixtures_among(Encounter.objects.filter(pk=preview.playing.pk)) if preview.playing else []
    other_tables = table.tournament.tables.open().exclude(pk=table.pk)
    return TableClosing(
        playing[0] if playing else None, len(preview.waiting), preview.free, not other_tables.exists()
    )
