"""An encounter that is moved to another table, before it is played or in the middle of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.domain import counter, log
from tournaments.domain.actor import Actor
from tournaments.domain.holding import hold
from tournaments.domain.refusals import Refused
from tournaments.enums import EncounterState
from tournaments.models import Encounter, LogRow, Table, Tournament

AN_EVENING = timedelta(hours=12)
"""So long the old table's phone may send what it has not sent yet."""


class NotToBeMoved(Refused):
    code = "not_to_be_moved"
    template = _("Only an encounter that is not decided can be moved to another table.")


class TableIsBusy(Refused):
    code = "table_is_busy"
    template = _("Table %(number)s plays another encounter now. Choose a free one, or move that one first.")


@dataclass(frozen=True)
class Move:
    """An encounter that left a table, and that table, with the place it had in its queue."""

    encounter: Encounter
    table: Table
    queue_place: int | None


@transaction.atomic
def move_encounter(*, encounter: Encounter, table: Table, by: Actor, at: datetime) -> None:
    """Put an encounter on another table of its tournament.

    What is being played goes on there at once, what is not waits behind the others; moved back, it has the
    turn that it had. Phones of both tables see it. Raises NotToBeMoved, TableIsBusy.
    """
    held = hold(Encounter.objects).select_related("table").get(pk=encounter.pk)
    tournament = hold(Tournament.objects).get(stages=held.stage_id)
    if held.annulled_at is not None or held.state == EncounterState.DECIDED:
        raise NotToBeMoved
    if held.table_id == table.pk:
        return
    if held.state == EncounterState.PLAYING and _plays_another(table):
        raise TableIsBusy(number=table.number)
    before = {"table": _number(held.table), "table_id": _id(held.table), "queue_place": held.queue_place}
    held.queue_place = _turn_at(table, held)
    held.table = table
    held.save(update_fields=["table", "queue_place"])
    log.write(
        "encounter_moved",
        by=by,
        at=at,
        tournament=tournament,
        subject=held.public_id,
        before=before,
        after={"table": table.number, "table_id": str(table.public_id), "queue_place": held.queue_place},
    )
    counter.touch(tournament)


def last_move(encounter: Encounter) -> Move | None:
    """From where an encounter came to its table, so that it can be moved back."""
    row = (
        LogRow.objects.filter(action="encounter_moved", subject=str(encounter.public_id))
        .order_by("pk")
        .last()
    )
    if row is None or encounter.table is None:
        return None
    before, after = json.loads(row.before), json.loads(row.after)
    table = Table.objects.filter(public_id=before["table_id"]).first() if before["table_id"] else None
    if table is None or after["table_id"] != str(encounter.table.public_id):
        return None
    return Move(encounter, table, before["queue_place"])


def moved_from(table: Table, *, at: datetime) -> list[Encounter]:
    """The encounters that were moved from a table this evening and play elsewhere, the newest move first."""
    rows = LogRow.objects.filter(
        tournament=table.tournament_id, action="encounter_moved", at__gte=at - AN_EVENING
    )
    left = [
        UUID(row.subject)
        for row in rows.order_by("-pk")
        if json.loads(row.before)["table_id"] == str(table.public_id)
    ]
    elsewhere = Encounter.objects.filter(public_id__in=left).exclude(table=table)
    found = {
        one.public_id: one
        for one in elsewhere.select_related("stage", "table").prefetch_related("sides__entrant")
    }
    return [found[key] for key in dict.fromkeys(left) if key in found]


def _plays_another(table: Table) -> bool:
    waiting = Encounter.objects.waiting_at_tables().filter(table=table)
    return waiting.filter(state=EncounterState.PLAYING, reopened_at=None).exists()


def _turn_at(table: Table, encounter: Encounter) -> int:
    """The turn that it had at a table to which it comes back, if nobody has it; else the last one."""
    move = last_move(encounter)
    taken = Encounter.objects.filter(table=table)
    before = move.queue_place if move is not None and move.table == table else None
    if before is not None and not taken.filter(queue_place=before).exists():
        return before
    return (taken.aggregate(last=Max("queue_place"))["last"] or 0) + 1


def _number(table: Table | None) -> int | None:
    return table.number if table else None


def _id(table: Table | None) -> str:
    return str(table.public_id) if table else ""
