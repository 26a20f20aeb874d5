"""An encounter that is moved to another table, before it is played or in the middle of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.cancelled import refuse_cancelled
from tournaments.database.row_locks import get_or_refuse, hold
from tournaments.enums import EncounterState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.refusals import Refused
from tournaments.tables.domain.play_order import on_table

AN_EVENING = timedelta(hours=12)
"""So long the old table's phone may send what it has not sent yet."""


class NotToBeMoved(Refused):
    code = "not_to_be_moved"
    template = _("Only an encounter that is not decided can be moved to another table.")


class TableIsBusy(Refused):
    code = "table_is_busy"
    template = _("Table %(number)s plays another encounter now. Choose a free one, or move that one first.")


class TableIsClosed(Refused):
    code = "table_is_closed"
    template = _("Table %(number)s is closed. Choose another one, or open it again.")


class TableIsNotFree(Refused):
    code = "table_is_not_free"
    template = _("Table %(number)s is not free any more: it has something to play.")


class NoLongerWaits(Refused):
    code = "no_longer_waits"
    template = _("This encounter does not wait at its table any more. See what can be taken now.")


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
    turn that it had. Phones of both tables see it.

    Raises NotToBeMoved, TableIsClosed, TableIsBusy, TournamentCancelled.
    """
    held = get_or_refuse(hold(Encounter.objects).select_related("table"), encounter.pk)
    tournament = hold(Tournament.objects).get(stages=held.stage_id)
    if held.annulled_at is not None or held.state == EncounterState.DECIDED:
        raise NotToBeMoved
    if held.table_id == table.pk:
        return
    refuse_cancelled(tournament)
    if get_or_refuse(Table.objects, table.pk).closed:
        raise TableIsClosed(number=table.number)
    if held.state == EncounterState.PLAYING and _plays_another(table):
        raise TableIsBusy(number=table.number)
    before = place_of(held)
    held.queue_place = _turn_at(table, held)
    held.table = table
    held.save(update_fields=["table", "queue_place"])
    audit_log.write_many([row_of_move(held, before, tournament=tournament, by=by, at=at)])


@transaction.atomic
def take_encounter(*, encounter: Encounter, table: Table, by: Actor, at: datetime) -> None:
    """Let a free table take an encounter that waits at another one: it is the next that is played there.

    Taken twice is taken once. Raises TableIsClosed, TableIsNotFree, NoLongerWaits, TournamentCancelled.
    """
    held = get_or_refuse(hold(Encounter.objects), encounter.pk)
    tournament = hold(Tournament.objects).get(stages=held.stage_id)
    if held.table_id == table.pk:
        return
    refuse_cancelled(tournament)
    there = Encounter.objects.undecided().waiting_at_tables().filter(table=held.table_id)
    if held.annulled_at is not None or held.state != EncounterState.READY or on_table(there) == held:
        raise NoLongerWaits
    if not is_free(table):
        raise TableIsNotFree(number=table.number)
    move_encounter(encounter=held, table=table, by=by, at=at)


def is_free(table: Table) -> bool:
    """Whether nothing is played at a table, nor could begin there."""
    ours = Encounter.objects.undecided().waiting_at_tables().filter(table=table, reopened_at=None)
    return not ours.exclude(state=EncounterState.PENDING).exists()


def place_of(encounter: Encounter) -> dict[str, Any]:
    """Where an encounter is, as a row of the log tells it."""
    table = encounter.table
    return {
        "table": table.number if table else None,
        "table_id": str(table.public_id) if table else "",
        "queue_place": encounter.queue_place,
    }


def row_of_move(
    encounter: Encounter, before: dict[str, Any], *, tournament: Tournament, by: Actor, at: datetime
) -> LogRow:
    """The row of an encounter that has just been moved from where it was before."""
    return audit_log.row_of(
        "encounter_moved",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        before=before,
        after=place_of(encounter),
    )


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
