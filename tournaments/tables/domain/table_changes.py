"""Tables that come and go while a tournament is on: added, closed, opened again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.cancelled import refuse_cancelled
from tournaments.database.row_locks import get_or_refuse, hold, hold_tournament
from tournaments.enums import EncounterState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Keeper, SidesLink, Table, TableLink, Tournament
from tournaments.models.encounter import EncounterQuerySet
from tournaments.models.table import MOST_TABLES
from tournaments.refusals import Refused
from tournaments.tables.domain import moving
from tournaments.tables.domain.play_order import queue_in_turn, waits


class NoRoomForTables(Refused):
    code = "no_room_for_tables"
    template = _("There are %(most)s tables already; there can be no more. Open a closed one again.")


class LastTable(Refused):
    code = "last_table"
    template = _("This is the only open table: what waits has nowhere else to go. Add another one first.")


@dataclass(frozen=True)
class Free:
    """An open table at which nothing is played, and how many wait there."""

    table: Table
    waiting: int


@dataclass(frozen=True)
class AtClosing:
    """What a table has when it is to be closed: what is played there, what waits, where play may go on.

    `free` are those with the shortest queue first.
    """

    playing: Encounter | None
    waiting: list[Encounter]
    free: list[Free]


@transaction.atomic
def add_table(*, tournament: Tournament, by: Actor, at: datetime, seen: int | None = None) -> Table:
    """One table more, with the next number and with its codes; it is free.

    `seen` is the last number that was looked at: added twice by the same look is added once. Raises
    NoRoomForTables, TournamentCancelled.
    """
    held = hold(Tournament.objects).get(pk=tournament.pk)
    refuse_cancelled(held)
    if seen is not None and (there := held.tables.filter(number__gt=seen).order_by("number").first()):
        return there
    last = held.tables.aggregate(last=Max("number"))["last"] or 0
    if last >= MOST_TABLES:
        raise NoRoomForTables(most=MOST_TABLES)
    table = Table.objects.create(tournament=held, number=last + 1)
    TableLink.objects.create(table=table, created_at=at)
    SidesLink.objects.create(table=table, created_at=at)
    audit_log.write("table_added", by=by, at=at, tournament=held, subject=table.public_id)
    return table


def at_closing(table: Table) -> AtClosing:
    """What closing a table would concern."""
    others = (
        Table.objects.open().filter(tournament=table.tournament_id).exclude(pk=table.pk).order_by("number")
    )
    here = Encounter.objects.undecided().waiting_at_tables().filter(table__tournament=table.tournament_id)
    at_tables: defaultdict[int | None, list[Encounter]] = defaultdict(list)
    for encounter in here:
        at_tables[encounter.table_id].append(encounter)
    free = [Free(one, len(at_tables[one.pk])) for one in others if _played(at_tables[one.pk]) is None]
    return AtClosing(
        playing=_played(at_tables[table.pk]),
        waiting=[one for one in at_tables[table.pk] if waits(one)],
        free=sorted(free, key=lambda one: (one.waiting, one.table.number)),
    )


@transaction.atomic
def close_table(*, table: Table, onto: Table | None = None, by: Actor, at: datetime) -> None:
    """Let a table take nothing more: what waits there is queued at the others, as the schedule has it.

    What is played goes on at the table `onto` as it stands, else here to its end. Whoever keeps the table
    keeps it no longer, unless it is played at. Its codes stay valid, and hands that its phones hold are still
    stored. Closed twice is closed once. Raises LastTable, TableIsBusy, TableIsClosed, TournamentCancelled.
    """
    tournament = hold_tournament(table.tournament, tables=True)
    held = get_or_refuse(tournament.tables, table.pk)
    if held.closed:
        return
    refuse_cancelled(tournament)
    if not tournament.tables.open().exclude(pk=held.pk).exists():
        raise LastTable
    ours = list(_at(held).select_related("stage", "group", "table"))
    playing, waiting = _played(ours), [one for one in ours if waits(one)]
    held.closed_at = at
    held.save(update_fields=["closed_at"])
    before = [moving.place_of(one) for one in waiting]
    queue_in_turn(waiting, tournament=tournament)
    told = zip(waiting, before, strict=True)
    audit_log.write_many(
        [moving.row_of_move(one, was, tournament=tournament, by=by, at=at) for one, was in told]
    )
    if playing is not None and onto is not None:
        moving.move_encounter(encounter=playing, table=onto, by=by, at=at)
    if playing is None or onto is not None:
        Keeper.objects.filter(table=held, ended_at=None).update(ended_at=at)
    goes_on = onto.number if playing is not None and onto is not None else None
    audit_log.write(
        "table_closed",
        by=by,
        at=at,
        tournament=tournament,
        subject=held.public_id,
        after={"moved": len(waiting), "goes_on": goes_on, "plays_on": playing is not None and onto is None},
    )


@transaction.atomic
def open_table(*, table: Table, by: Actor, at: datetime) -> None:
    """Let a closed table take encounters again; it begins with an empty queue. Raises TournamentCancelled."""
    held = get_or_refuse(hold(Table.objects), table.pk)
    tournament = hold(Tournament.objects).get(pk=held.tournament_id)
    if not held.closed:
        return
    refuse_cancelled(tournament)
    held.closed_at = None
    held.save(update_fields=["closed_at"])
    audit_log.write("table_opened", by=by, at=at, tournament=tournament, subject=held.public_id)


def _at(table: Table) -> EncounterQuerySet:
    """The undecided encounters of a table, in the order in which it will play them."""
    return Encounter.objects.undecided().waiting_at_tables().filter(table=table)


def _played(ours: Iterable[Encounter]) -> Encounter | None:
    """What is being played among them; one whose result was taken back is not."""
    return next(
        (one for one in ours if one.state == EncounterState.PLAYING and one.reopened_at is None), None
    )
