"""Now and next: what each table plays, what follows and whom that waits for; and what it has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import EncounterSide, Entrant, Table, Tournament

from .meetings import Meeting
from .rounds import InRound, in_rounds


@dataclass(frozen=True)
class Next:
    """An encounter in a table's queue; `busy` are its sides that still play elsewhere, with their table."""

    meeting: Meeting
    busy: Sequence[tuple[EncounterSide, Table]]


@dataclass(frozen=True)
class TableNow:
    """A table; `played` are its decided encounters, the first one first."""

    table: Table
    now: Meeting | None
    queue: Sequence[Next]
    played: Sequence[InRound]


@dataclass(frozen=True)
class Whereabouts:
    """Where an entrant plays, or where it plays next; None and None when nothing is left for it.

    `last` is the encounter without a group as far as which it came; None when it stayed in groups.
    """

    entrant: Entrant
    now: Meeting | None
    next: Meeting | None
    last: InRound | None


def read_tables(tournament: Tournament, meetings: Sequence[Meeting]) -> list[TableNow]:
    """Every table by number, in one query."""
    busy = _tables_in_play(meetings)
    waiting = sorted(
        (meeting for meeting in meetings if meeting.encounter.left_table_at is None),
        key=lambda meeting: meeting.encounter.turn,
    )
    played = [one for one in in_rounds(meetings) if one.meeting.decided]
    return [
        _table_now(table, [meeting for meeting in waiting if _at(table, meeting)], played, busy)
        for table in tournament.tables.order_by("number")
    ]


def up_next(meetings: Sequence[Meeting]) -> list[InRound]:
    """The first encounter that each table can begin, by table."""
    first: dict[int, InRound] = {}
    for one in sorted(in_rounds(meetings), key=lambda one: one.meeting.encounter.turn):
        table = one.meeting.encounter.table
        if one.meeting.ready and table is not None:
            first.setdefault(table.number, one)
    return [first[number] for number in sorted(first)]


def whereabouts(entrant: Entrant, rounds: Sequence[InRound]) -> Whereabouts:
    """Where an entrant is to be found, from the meetings of its tournament."""
    mine = [one for one in rounds if one.meeting.has(entrant)]
    own = [one.meeting for one in mine]
    ahead = sorted(
        (meeting for meeting in own if meeting.ready),
        key=lambda meeting: (meeting.encounter.round, meeting.encounter.queue_place or 0),
    )
    return Whereabouts(
        entrant=entrant,
        now=next((meeting for meeting in own if meeting.playing), None),
        next=ahead[0] if ahead else None,
        last=next((one for one in reversed(mine) if one.meeting.knockout), None),
    )


def _at(table: Table, meeting: Meeting) -> bool:
    return meeting.encounter.table_id == table.pk


def _table_now(
    table: Table, waiting: Sequence[Meeting], played: Sequence[InRound], busy: dict[int, Table]
) -> TableNow:
    """What is played is on the table; else what was decided there, until the next one is called."""
    playing = next((meeting for meeting in waiting if meeting.playing), None)
    queue = [meeting for meeting in waiting if not meeting.decided and meeting is not playing]
    decided = waiting[0] if waiting and waiting[0].decided and queue else None
    return TableNow(
        table=table,
        now=playing or decided,
        queue=[Next(meeting, _busy_elsewhere(meeting, table, busy)) for meeting in queue],
        played=[one for one in played if _at(table, one.meeting)],
    )


def _tables_in_play(meetings: Sequence[Meeting]) -> dict[int, Table]:
    """The table at which each entrant plays now, by the entrant's primary key."""
    return {
        side.entrant_id: meeting.encounter.table
        for meeting in meetings
        if meeting.playing and meeting.encounter.table is not None
        for side in meeting.sides
        if side.entrant_id is not None
    }


def _busy_elsewhere(
    meeting: Meeting, table: Table, busy: dict[int, Table]
) -> list[tuple[EncounterSide, Table]]:
    return [
        (side, busy[side.entrant_id])
        for side in meeting.sides
        if side.entrant_id in busy and busy[side.entrant_id] != table
    ]
