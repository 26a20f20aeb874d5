"""The order in which the schedule has encounters, and what waits at the tables by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Max

from tournaments.enums import EncounterState
from tournaments.models import Encounter, Table, Tournament


@dataclass
class Queue:
    """An open table: whether it plays, and what waits there for its first hand, in order."""

    table: Table
    playing: bool = False
    waiting: list[Encounter] = field(default_factory=list)

    def ahead_of(self, encounter: Encounter) -> int:
        """How many of those that wait come first by the schedule: all up to the first of a later turn."""
        turn = turn_in_schedule(encounter)
        later = (at for at, one in enumerate(self.waiting) if turn_in_schedule(one) > turn)
        return next(later, len(self.waiting))


def turn_in_schedule(encounter: Encounter) -> tuple[int, int, int, int, int]:
    """Its turn among all of its tournament: by stage, round, place in the round, group."""
    group = encounter.group.position if encounter.group else 0
    return encounter.stage.position, encounter.round, encounter.position, group, encounter.pk


def queue_in_turn(encounters: Iterable[Encounter], *, tournament: Tournament) -> None:
    """Put stored encounters that nobody has begun into the queues of open tables, as the schedule has them.

    Each goes to the table that comes to it first, behind what the schedule has before it there; what waits
    there keeps its order. Caller holds the tournament, or an encounter of it that a draw would hold.
    """
    queues = read_queues(tournament)
    moved: dict[int, int] = {}
    for encounter in sorted(encounters, key=turn_in_schedule):
        queue = min(
            queues,
            key=lambda one: (one.ahead_of(encounter) + one.playing, len(one.waiting), one.table.number),
        )
        place = queue.ahead_of(encounter)
        queue.waiting.insert(place, encounter)
        moved[queue.table.pk] = min(place, moved.get(queue.table.pk, place))
        encounter.table = queue.table
    for queue in queues:
        if queue.table.pk in moved:
            _store(queue.table, queue.waiting[moved[queue.table.pk] :])


def leave_closed_table(encounter: Encounter) -> None:
    """Queue an encounter that comes back unplayed to a table which was closed meanwhile. As queue_in_turn."""
    undecided = encounter.state != EncounterState.DECIDED
    if undecided and encounter.table is not None and encounter.table.closed:
        queue_in_turn([encounter], tournament=encounter.stage.tournament)


def read_queues(tournament: Tournament) -> list[Queue]:
    """The queue of every open table, by number, in two queries."""
    queues = {table.pk: Queue(table) for table in tournament.tables.open().order_by("number")}
    at_tables = Encounter.objects.undecided().waiting_at_tables().filter(table__in=queues)
    for encounter in at_tables.select_related("stage", "group"):
        queue = queues[encounter.table_id or 0]
        if waits(encounter):
            queue.waiting.append(encounter)
        elif encounter.reopened_at is None:
            queue.playing = True
    return list(queues.values())


def waits(encounter: Encounter) -> bool:
    """Whether it is still to begin: it has no hand, and nobody took its result back to correct it."""
    unplayed = encounter.state in (EncounterState.READY, EncounterState.PENDING)
    return unplayed and encounter.reopened_at is None


def next_to_take(encounters: Iterable[Encounter]) -> Encounter | None:
    """What a free table can take: of the longest queue the first that can begin and has no table to itself.

    From the undecided encounters of a tournament with stage, group and sides. Whoever still plays elsewhere
    can't begin; what waits first at a table that plays nothing is on that table already.
    """
    at_tables = _by_table(encounters)
    busy = {side.entrant_id for one in _playing(at_tables) for side in one.sides.all()}
    found = [queue for ours in at_tables.values() if (queue := _behind(ours, busy)) is not None]
    return min(found, key=lambda one: (-one[0], turn_in_schedule(one[1])), default=(0, None))[1]


def bound_to(encounters: Iterable[Encounter]) -> dict[int, Encounter]:
    """What each entrant plays, or is about to begin, by its primary key.

    From the undecided encounters of a tournament with stage, group and sides. What is first at a table that
    plays nothing is about to begin if its sides are free: of two with the same side the schedule's first.
    """
    at_tables = _by_table(encounters)
    first = [one for ours in at_tables.values() if (one := on_table(ours)) is not None]
    ready = (one for one in first if one.state == EncounterState.READY)
    bound: dict[int, Encounter] = {}
    for encounter in [*_playing(at_tables), *sorted(ready, key=turn_in_schedule)]:
        entrants = {side.entrant_id for side in encounter.sides.all() if side.entrant_id is not None}
        if encounter.state == EncounterState.PLAYING or not entrants & bound.keys():
            bound |= dict.fromkeys(entrants, encounter)
    return bound


def _by_table(encounters: Iterable[Encounter]) -> dict[int, list[Encounter]]:
    at_tables: defaultdict[int, list[Encounter]] = defaultdict(list)
    for encounter in encounters:
        if encounter.table_id is not None and encounter.left_table_at is None:
            at_tables[encounter.table_id].append(encounter)
    return at_tables


def _playing(at_tables: dict[int, list[Encounter]]) -> list[Encounter]:
    return [one for ours in at_tables.values() for one in ours if one.state == EncounterState.PLAYING]


def _behind(ours: Sequence[Encounter], busy: set[int | None]) -> tuple[int, Encounter] | None:
    """How many wait at a table, and the first of them that could begin elsewhere."""
    waiting = sorted((one for one in ours if waits(one)), key=lambda one: one.turn)
    on_it = on_table(ours)
    for encounter in waiting:
        ready = encounter.state == EncounterState.READY and encounter != on_it
        if ready and not any(side.entrant_id in busy for side in encounter.sides.all()):
            return len(waiting), encounter
    return None


def on_table(ours: Iterable[Encounter]) -> Encounter | None:
    """What a table has before it: what it plays, else the first that waits there."""
    undecided = sorted(ours, key=lambda one: one.turn)
    playing = (one for one in undecided if one.state == EncounterState.PLAYING and one.reopened_at is None)
    return next(playing, None) or next((one for one in undecided if waits(one)), None)


def _store(table: Table, waiting: Sequence[Encounter]) -> None:
    """Give encounters the last places of a table, in this order: no place is ever given twice."""
    last = Encounter.objects.filter(table=table).aggregate(last=Max("queue_place"))["last"] or 0
    for place, encounter in enumerate(waiting, start=last + 1):
        encounter.table, encounter.queue_place = table, place
    Encounter.objects.bulk_update(waiting, ["table", "queue_place"])
