from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.enums import EncounterState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_all_and_publish
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.refusals import Refused
from tournaments.tables.domain.play_order import select_current_encounter

LATE_HANDS_PERIOD = timedelta(hours=12)
"""How long the old table's phone may still send its unsent hands."""


class EncounterNotMovable(Refused):
    code = "encounter_not_movable"
    template = _("Only an encounter that is not decided can be moved to another table.")


class TableIsBusy(Refused):
    code = "table_is_busy"
    template = _("Table %(number)s is playing another encounter. Choose a free one, or move that one first.")


class TableIsClosed(Refused):
    code = "table_is_closed"
    template = _("Table %(number)s is closed. Choose another one, or open it again.")


class TableIsNotFree(Refused):
    code = "table_is_not_free"
    template = _("Table %(number)s is no longer free: it has something to play.")


class EncounterNotWaiting(Refused):
    code = "encounter_not_waiting"
    template = _("This encounter is no longer waiting at its table. Check what can be taken now.")


@dataclass(frozen=True)
class Move:
    encounter: Encounter
    table: Table
    queue_place: int | None


@transaction.atomic
def move_encounter(*, encounter: Encounter, table: Table, by: Actor, at: datetime) -> None:
    """Move to its previous place at `table`, else to the end of its queue.

    Nothing changes if it is there. Raises EncounterNotMovable, TableIsClosed, TableIsBusy if both are in
    play, TournamentCancelled.
    """
    locked = get_or_refuse(lock_rows(Encounter.objects).select_related("table"), encounter.pk)
    tournament = lock_rows(Tournament.objects).get(stages=locked.stage_id)
    if locked.annulled_at is not None or locked.state == EncounterState.DECIDED:
        raise EncounterNotMovable
    if locked.table_id == table.pk:
        return
    tournament.require_not_cancelled()
    if get_or_refuse(Table.objects, table.pk).closed:
        raise TableIsClosed(number=table.number)
    if locked.state == EncounterState.PLAYING and _has_encounter_in_play(table):
        raise TableIsBusy(number=table.number)
    before = place_details(locked)
    locked.queue_place = _place_in_queue(table, locked)
    locked.table = table
    locked.save(update_fields=["table", "queue_place"])
    log_all_and_publish([build_move_row(locked, before, tournament=tournament, by=by, at=at)])


@transaction.atomic
def take_encounter(*, encounter: Encounter, table: Table, by: Actor, at: datetime) -> None:
    """Move to free `table`, as move_encounter does, an encounter that waits elsewhere but isn't next there.

    Nothing changes if it is there. Raises TableIsClosed, TableIsNotFree, EncounterNotWaiting,
    TournamentCancelled.
    """
    locked = get_or_refuse(lock_rows(Encounter.objects), encounter.pk)
    tournament = lock_rows(Tournament.objects).get(stages=locked.stage_id)
    if locked.table_id == table.pk:
        return
    tournament.require_not_cancelled()
    queue = Encounter.objects.undecided().in_table_queues().filter(table=locked.table_id)
    if (
        locked.annulled_at is not None
        or locked.state != EncounterState.READY
        or select_current_encounter(queue) == locked
    ):
        raise EncounterNotWaiting
    if not is_free(table):
        raise TableIsNotFree(number=table.number)
    move_encounter(encounter=locked, table=table, by=by, at=at)


def is_free(table: Table) -> bool:
    encounters = Encounter.objects.undecided().in_table_queues().filter(table=table, reopened_at=None)
    return not encounters.exclude(state=EncounterState.PENDING).exists()


def place_details(encounter: Encounter) -> dict[str, Any]:
    table = encounter.table
    return {
        "table": table.number if table else None,
        "table_id": str(table.public_id) if table else "",
        "queue_place": encounter.queue_place,
    }


def build_move_row(
    encounter: Encounter, before: dict[str, Any], *, tournament: Tournament, by: Actor, at: datetime
) -> LogRow:
    """Return an unsaved log row; `before` are the `place_details` before the move."""
    return audit_log.build_log_row(
        "encounter_moved",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        before=before,
        after=place_details(encounter),
    )


def last_move(encounter: Encounter) -> Move | None:
    """Return from which table and place it was moved here.

    None if it wasn't, is elsewhere now, or an archive withheld the log's texts.
    """
    row = (
        LogRow.objects.filter(action="encounter_moved", subject=str(encounter.public_id))
        .order_by("pk")
        .last()
    )
    if row is None or encounter.table is None or not (row.before and row.after):
        return None
    before, after = json.loads(row.before), json.loads(row.after)
    table = Table.objects.filter(public_id=before["table_id"]).first() if before["table_id"] else None
    if table is None or after["table_id"] != str(encounter.table.public_id):
        return None
    return Move(encounter, table, before["queue_place"])


def encounters_moved_from(table: Table, *, at: datetime) -> list[Encounter]:
    """Return encounters moved away within LATE_HANDS_PERIOD and not back, newest move first."""
    rows = LogRow.objects.filter(
        tournament=table.tournament_id, action="encounter_moved", at__gte=at - LATE_HANDS_PERIOD
    )
    moved_ids = [
        UUID(row.subject)
        for row in rows.exclude(before="").order_by("-pk")
        if json.loads(row.before)["table_id"] == str(table.public_id)
    ]
    elsewhere = Encounter.objects.filter(public_id__in=moved_ids).exclude(table=table)
    by_id = {
        encounter.public_id: encounter
        for encounter in elsewhere.select_related("stage", "table").prefetch_related("sides__entrant")
    }
    return [by_id[key] for key in dict.fromkeys(moved_ids) if key in by_id]


def _has_encounter_in_play(table: Table) -> bool:
    waiting = Encounter.objects.in_table_queues().filter(table=table)
    return waiting.filter(state=EncounterState.PLAYING, reopened_at=None).exists()


def _place_in_queue(table: Table, encounter: Encounter) -> int:
    move = last_move(encounter)
    queued = Encounter.objects.filter(table=table)
    before = move.queue_place if move is not None and move.table == table else None
    if before is not None and not queued.filter(queue_place=before).exists():
        return before
    return (queued.aggregate(last=Max("queue_place"))["last"] or 0) + 1
