"""The room as the organizer sees it: each table with what it plays and who is next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.db.models import Count, Max, Q

from scoring.models import Hand
from tournaments.enums import DecidedBy, EncounterState, StageKind
from tournaments.models import Encounter, EncounterSide, Group, Stage, Table, Tournament


@dataclass(frozen=True)
class Progress:
    """The match that an encounter is in: scored hands of it, and when the last was saved."""

    match: int
    played: int
    last_at: datetime | None

    @property
    def number(self) -> int:
        """The hand that comes next, extra hands counted on."""
        return self.played + 1


@dataclass(frozen=True)
class Meeting:
    """An encounter with its two sides in order."""

    encounter: Encounter
    sides: list[EncounterSide]
    progress: Progress | None = None

    @property
    def playing(self) -> bool:
        return self.encounter.state == EncounterState.PLAYING

    @property
    def waiting(self) -> bool:
        return self.encounter.state == EncounterState.PENDING

    @property
    def decided(self) -> bool:
        return self.encounter.state == EncounterState.DECIDED

    @property
    def by_walkover(self) -> bool:
        return self.encounter.decided_by == DecidedBy.WALKOVER

    @property
    def winner(self) -> EncounterSide | None:
        return next((side for side in self.sides if side.letter == self.encounter.winner), None)


@dataclass
class TableInHall:
    table: Table
    current: Meeting | None = None
    following: Meeting | None = None


@dataclass(frozen=True)
class RoundInHall:
    """The encounters of one round of a stage."""

    stage: Stage
    number: int
    last: int
    meetings: list[Meeting]

    @property
    def in_groups(self) -> bool:
        return self.stage.kind == StageKind.GROUPS

    @property
    def undecided(self) -> int:
        return sum(not meeting.decided for meeting in self.meetings)


@dataclass
class Hall:
    """Everything the running page shows, read in a number of queries that does not grow."""

    tables: list[TableInHall] = field(default_factory=list)
    rounds: list[RoundInHall] = field(default_factory=list)
    lots: list[Group] = field(default_factory=list)

    @property
    def playing(self) -> int:
        return sum(bool(table.current and table.current.playing) for table in self.tables)

    @property
    def decided(self) -> int:
        return sum(len(part.meetings) - part.undecided for part in self.rounds)

    @property
    def encounters(self) -> int:
        return sum(len(part.meetings) for part in self.rounds)


def read_hall(tournament: Tournament) -> Hall:
    encounters = list(
        Encounter.objects.filter(stage__tournament=tournament)
        .select_related("stage", "group", "table")
        .prefetch_related("sides__entrant", "sides__from_group", "sides__from_encounter")
        .order_by("stage__position", "round", "group__position", "position", "pk")
    )
    queues = _queues(encounters)
    progress = _progress([queue[0] for queue in queues.values()])
    meetings = {item.pk: _meeting(item, progress.get(item.pk)) for item in encounters}
    tables = [
        _table(table, [meetings[item.pk] for item in queues.get(table.pk, [])])
        for table in tournament.tables.order_by("number")
    ]
    return Hall(tables, _rounds(encounters, meetings), _waiting_for_a_lot(tournament))


def _table(table: Table, queue: Sequence[Meeting]) -> TableInHall:
    return TableInHall(table, *queue[:2])


def _queues(encounters: Iterable[Encounter]) -> dict[int, list[Encounter]]:
    """What each table has still before it, first first."""
    queues: dict[int, list[Encounter]] = {}
    waiting = [item for item in encounters if item.table_id is not None and item.left_table_at is None]
    for item in sorted(waiting, key=lambda item: (item.queue_place or 0, item.pk)):
        queues.setdefault(item.table_id or 0, []).append(item)
    return queues


def _meeting(encounter: Encounter, progress: Progress | None) -> Meeting:
    return Meeting(encounter, sorted(encounter.sides.all(), key=lambda side: side.letter), progress)


def _progress(encounters: Sequence[Encounter]) -> dict[int, Progress]:
    """Where the encounters stand that a table has open: the last match with a hand, or the one after it."""
    rows = (
        Hand.objects.filter(match__encounter__in=encounters)
        .order_by("match__encounter", "match__number")
        .values("match__encounter", "match__number", "match__winner")
        .annotate(played=Count("pk", filter=Q(current__void=False)), last=Max("current__received_at"))
    )
    progress = {}
    for row in rows:
        over = row["match__winner"] is not None
        progress[row["match__encounter"]] = Progress(
            match=row["match__number"] + over, played=0 if over else row["played"], last_at=row["last"]
        )
    return progress


def _rounds(encounters: Sequence[Encounter], meetings: dict[int, Meeting]) -> list[RoundInHall]:
    last: dict[int, int] = {}
    for item in encounters:
        last[item.stage_id] = max(last.get(item.stage_id, 0), item.round)
    return [
        RoundInHall(stage, number, last[stage.pk], [meetings[item.pk] for item in members])
        for (stage, number), members in groupby(encounters, key=lambda item: (item.stage, item.round))
    ]


def _waiting_for_a_lot(tournament: Tournament) -> list[Group]:
    """Groups that are played to the end and have no ranking: the criteria left a tie that matters."""
    return list(
        Group.objects.filter(stage__tournament=tournament, places__rank=None)
        .annotate(undecided=Count("encounters", filter=~Q(encounters__state=EncounterState.DECIDED)))
        .filter(undecided=0)
        .order_by("position", "pk")
        .distinct()
    )
