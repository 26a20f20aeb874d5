from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import get_or_refuse, lock_rows, lock_whole_tournament
from tournaments.enums import EncounterState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_all_and_publish, log_and_publish
from tournaments.models import Encounter, Keeper, SidesLink, Table, TableLink, Tournament
from tournaments.models.encounter import EncounterQuerySet
from tournaments.models.table import MOST_TABLES
from tournaments.refusals import Refused
from tournaments.tables.domain import move_encounter
from tournaments.tables.domain.play_order import is_waiting, queue_by_schedule


class TooManyTables(Refused):
    code = "too_many_tables"
    template = _("There are already %(most)s tables, the maximum. Open a closed one again.")


class LastTable(Refused):
    code = "last_table"
    template = _(
        "This is the only open table, so waiting encounters have nowhere to go. Add another table first."
    )


@dataclass(frozen=True)
class FreeTable:
    table: Table
    waiting: int


@dataclass(frozen=True)
class ClosingPreview:
    playing: Encounter | None
    waiting: list[Encounter]
    free: list[FreeTable]


@transaction.atomic
def add_table(
    *, tournament: Tournament, by: Actor, at: datetime, last_seen_number: int | None = None
) -> Table:
    """Add the next table with its links. Raises TooManyTables, TournamentCancelled.

    If a table after `last_seen_number` exists, return that instead.
    """
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    locked.require_not_cancelled()
    if last_seen_number is not None and (
        added_table := locked.tables.filter(number__gt=last_seen_number).order_by("number").first()
    ):
        return added_table
    last = locked.tables.aggregate(last=Max("number"))["last"] or 0
    if last >= MOST_TABLES:
        raise TooManyTables(most=MOST_TABLES)
    table = Table.objects.create(tournament=locked, number=last + 1)
    TableLink.objects.create(table=table, created_at=at)
    SidesLink.objects.create(table=table, created_at=at)
    log_and_publish("table_added", by=by, at=at, tournament=locked, subject=table.public_id)
    return table


def preview_closing(table: Table) -> ClosingPreview:
    """Return who plays or waits there, and open tables not in play to move to, shortest queue first."""
    other_tables = (
        Table.objects.open().filter(tournament=table.tournament_id).exclude(pk=table.pk).order_by("number")
    )
    waiting = Encounter.objects.undecided().in_table_queues().filter(table__tournament=table.tournament_id)
    at_tables: defaultdict[int | None, list[Encounter]] = defaultdict(list)
    for encounter in waiting:
        at_tables[encounter.table_id].append(encounter)
    free_tables = [
        FreeTable(other_table, len(at_tables[other_table.pk]))
        for other_table in other_tables
        if _encounter_in_play(at_tables[other_table.pk]) is None
    ]
    return ClosingPreview(
        playing=_encounter_in_play(at_tables[table.pk]),
        waiting=[encounter for encounter in at_tables[table.pk] if is_waiting(encounter)],
        free=sorted(free_tables, key=lambda table: (table.waiting, table.table.number)),
    )


@transaction.atomic
def close_table(*, table: Table, continue_at: Table | None = None, by: Actor, at: datetime) -> None:
    """Waiting encounters go to other tables, one in play to `continue_at` or it ends here.

    Late hands are still stored. The keeper ends unless play continues here. Raises LastTable,
    TableIsBusy, TableIsClosed, TournamentCancelled.
    """
    tournament = lock_whole_tournament(table.tournament, tables=True)
    locked = get_or_refuse(tournament.tables, table.pk)
    if locked.closed:
        return
    tournament.require_not_cancelled()
    if not tournament.tables.open().exclude(pk=locked.pk).exists():
        raise LastTable
    encounters = list(_undecided_at(locked).select_related("stage", "group", "table"))
    playing, waiting = (
        _encounter_in_play(encounters),
        [encounter for encounter in encounters if is_waiting(encounter)],
    )
    locked.closed_at = at
    locked.save(update_fields=["closed_at"])
    before = [move_encounter.place_details(encounter) for encounter in waiting]
    queue_by_schedule(waiting, tournament=tournament)
    moved = zip(waiting, before, strict=True)
    log_all_and_publish(
        [
            move_encounter.build_move_row(encounter, place_before, tournament=tournament, by=by, at=at)
            for encounter, place_before in moved
        ]
    )
    if playing is not None and continue_at is not None:
        move_encounter.move_encounter(encounter=playing, table=continue_at, by=by, at=at)
    if playing is None or continue_at is not None:
        Keeper.objects.filter(table=locked, ended_at=None).update(ended_at=at)
    continues_at = continue_at.number if playing is not None and continue_at is not None else None
    log_and_publish(
        "table_closed",
        by=by,
        at=at,
        tournament=tournament,
        subject=locked.public_id,
        after={
            "moved": len(waiting),
            "goes_on": continues_at,
            "plays_on": playing is not None and continue_at is None,
        },
    )


@transaction.atomic
def open_table(*, table: Table, by: Actor, at: datetime) -> None:
    """Open a table, moving no encounter to it; an open one stays unchanged. Raises TournamentCancelled."""
    locked = get_or_refuse(lock_rows(Table.objects), table.pk)
    tournament = lock_rows(Tournament.objects).get(pk=locked.tournament_id)
    if not locked.closed:
        return
    tournament.require_not_cancelled()
    locked.closed_at = None
    locked.save(update_fields=["closed_at"])
    log_and_publish("table_opened", by=by, at=at, tournament=tournament, subject=locked.public_id)


def _undecided_at(table: Table) -> EncounterQuerySet:
    return Encounter.objects.undecided().in_table_queues().filter(table=table)


def _encounter_in_play(encounters: Iterable[Encounter]) -> Encounter | None:
    return next(
        (
            encounter
            for encounter in encounters
            if encounter.state == EncounterState.PLAYING and encounter.reopened_at is None
        ),
        None,
    )
