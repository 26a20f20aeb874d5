"""The schedule: every encounter, round by round or table by table, with what is known of when."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from tournaments.models import Table

from .frame import Frame, StageInFrame
from .meetings import Meeting
from .rounds import InRound, RoundName, in_rounds, key_of, names_among


@dataclass(frozen=True)
class ScheduledRound:
    """A round of a stage with its encounters by table; those without a table come last."""

    stage: StageInFrame
    name: RoundName
    meetings: Sequence[Meeting]

    @property
    def key(self) -> str:
        return f"{self.stage.stage.position}-{self.name.part}-{self.name.number}"

    @property
    def decided(self) -> int:
        return sum(meeting.decided for meeting in self.meetings)

    @property
    def playing(self) -> bool:
        return any(meeting.playing for meeting in self.meetings)

    @property
    def over(self) -> bool:
        return self.decided == len(self.meetings)


@dataclass(frozen=True)
class ScheduledTable:
    """A table with its encounters in the order in which it played and will play them."""

    table: Table
    meetings: Sequence[InRound]


def only_of(meetings: Sequence[Meeting], followed: Container[UUID]) -> list[Meeting]:
    """The encounters of those who are followed, by their public ids."""
    return [
        meeting
        for meeting in meetings
        if any(side.entrant and side.entrant.public_id in followed for side in meeting.sides)
    ]


def by_round(
    frame: Frame, meetings: Sequence[Meeting], shown: Sequence[Meeting] | None = None
) -> list[ScheduledRound]:
    """Rounds in the order in which they are played, of the `shown` among all meetings; byes are left out."""
    names = names_among(meetings)
    played = [meeting for meeting in (meetings if shown is None else shown) if not meeting.bye]
    ordered = sorted(played, key=lambda meeting: _turn(meeting, names[key_of(meeting.encounter)]))
    return [
        ScheduledRound(frame.stage(key[0]), names[key], list(members))
        for key, members in groupby(ordered, key=lambda meeting: key_of(meeting.encounter))
    ]


def by_table(meetings: Sequence[Meeting]) -> list[ScheduledTable]:
    """Tables that have something to play, by number."""
    placed = [one for one in in_rounds(meetings) if one.meeting.encounter.table and not one.meeting.bye]
    placed.sort(key=lambda one: (_number(one.meeting), *_order_at_table(one.meeting)))
    tables = []
    for _number_of, members in groupby(placed, key=lambda one: _number(one.meeting)):
        ours = list(members)
        table = ours[0].meeting.encounter.table
        assert table is not None, "only what has a table is listed"
        tables.append(ScheduledTable(table, ours))
    return tables


def _turn(meeting: Meeting, name: RoundName) -> tuple[int, int, str, float, int]:
    encounter = meeting.encounter
    return (
        encounter.stage.position,
        encounter.round,
        name.part,
        _number(meeting) or float("inf"),
        encounter.pk,
    )


def _order_at_table(meeting: Meeting) -> tuple[float, int, int]:
    """What has begun by when it did, then the queue."""
    encounter = meeting.encounter
    begun = encounter.started_at or encounter.decided_at
    return (begun.timestamp() if begun else float("inf"), encounter.queue_place or 0, encounter.pk)


def _number(meeting: Meeting) -> int:
    return meeting.encounter.table.number if meeting.encounter.table else 0
