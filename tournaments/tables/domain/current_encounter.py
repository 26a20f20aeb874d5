"""Runs compiled queries: every hand needs them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.db.models import QuerySet

from tournaments.database.compiled_queries import compiled_query, prefill_related
from tournaments.models import Encounter, EncounterSide, EntrantPlayer, Table


def first_encounter_at(table: Table) -> Encounter | None:
    """Read it with stage, group, sides and players."""
    encounter = next(iter(_first_waiting(table.pk)), None)
    if encounter is not None:
        prefill_related(encounter.sides, _sides_with_players(encounter))
    return encounter


def _sides_with_players(encounter: Encounter) -> Iterable[EncounterSide]:
    """Return sides with encounter and rosters prefilled."""
    rosters = {
        entrant: list(rows)
        for entrant, rows in groupby(_rosters(encounter.pk), key=lambda row: row.entrant_id)
    }
    sides = _sides(encounter.pk)
    for side in sides:
        side.encounter = encounter
        if side.entrant is not None:
            prefill_related(side.entrant.roster, rosters.get(side.entrant.pk, []))
    return sides


@compiled_query
def _first_waiting(table: int) -> QuerySet[Encounter]:
    waiting = Encounter.objects.in_table_queues().filter(table=table)
    return waiting.annotate_replaces().select_related("stage", "group", "table")[:1]


@compiled_query
def _sides(encounter: int) -> QuerySet[EncounterSide]:
    return EncounterSide.objects.filter(encounter=encounter).select_related("entrant").order_by("letter")


@compiled_query
def _rosters(encounter: int) -> QuerySet[EntrantPlayer]:
    rosters = EntrantPlayer.objects.filter(entrant__encounter_sides__encounter=encounter)
    return rosters.select_related("player").order_by("entrant", "place")
