from __future__ import annotations

from typing import Final

from django.db.models import Prefetch

from tournaments.models import Encounter, EncounterSide, EntrantPlayer, Table

_SIDES: Final = Prefetch("sides", EncounterSide.objects.select_related("entrant").order_by("letter"))
_ROSTERS: Final = Prefetch(
    "sides__entrant__roster", EntrantPlayer.objects.select_related("player").order_by("place")
)


def first_encounter_at(table: Table) -> Encounter | None:
    """Read it with stage, group, sides and players."""
    waiting = Encounter.objects.in_table_queues().filter(table=table).annotate_replaces()
    return waiting.select_related("stage", "group", "table").prefetch_related(_SIDES, _ROSTERS).first()
