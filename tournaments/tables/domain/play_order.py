from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Max

from tournaments.enums import EncounterState
from tournaments.models import Encounter, Table, Tournament


@dataclass
class Queue:
    table: Table
    playing: bool = False
    waiting: list[Encounter] = field(default_factory=list)

    def count_ahead_of(self, encounter: Encounter) -> int:
        turn = schedule_order(encounter)
        later = (
            index
            for index, waiting_encounter in enumerate(self.waiting)
            if schedule_order(waiting_encounter) > turn
        )
        return next(later, len(self.waiting))


def schedule_order(encounter: Encounter) -> tuple[int, int, int, int, int]:
    group = encounter.group.position if encounter.group else 0
    return encounter.stage.position, encounter.round, encounter.position, group, encounter.pk


def queue_by_schedule(encounters: Iterable[Encounter], *, tournament: Tournament) -> None:
    """Queue at the open tables (at least one) that reach them first.

    Caller locks the tournament, or an encounter that a draw would lock.
    """
    queues = read_queues(tournament)
    moved: dict[int, int] = {}
    for encounter in sorted(encounters, key=schedule_order):
        queue = min(
            queues,
            key=lambda queue: (
                queue.count_ahead_of(encounter) + queue.playing,
                len(queue.waiting),
                queue.table.number,
            ),
        )
        place = queue.count_ahead_of(encounter)
        queue.waiting.insert(place, encounter)
        moved[queue.table.pk] = min(place, moved.get(queue.table.pk, place))
        encounter.table = queue.table
    for queue in queues:
        if queue.table.pk in moved:
            _store_queue(queue.table, queue.waiting[moved[queue.table.pk] :])


def leave_closed_table(encounter: Encounter) -> None:
    """Locks as for `queue_by_schedule`."""
    undecided = encounter.state != EncounterState.DECIDED
    if undecided and encounter.table is not None and encounter.table.closed:
        queue_by_schedule([encounter], tournament=encounter.stage.tournament)


def read_queues(tournament: Tournament) -> list[Queue]:
    """Return each open table's queue, and whether it is played at."""
    queues = {table.pk: Queue(table) for table in tournament.tables.open().order_by("number")}
    at_tables = Encounter.objects.undecided().in_table_queues().filter(table__in=queues)
    for encounter in at_tables.select_related("stage", "group"):
        queue = queues[encounter.table_id or 0]
        if is_waiting(encounter):
            queue.waiting.append(encounter)
        elif encounter.reopened_at is None:
            queue.playing = True
    return list(queues.values())


def is_waiting(encounter: Encounter) -> bool:
    """It has no hands and is not reopened for correction."""
    unplayed = encounter.state in (EncounterState.READY, EncounterState.PENDING)
    return unplayed and encounter.reopened_at is None


def next_takeable_encounter(encounters: Iterable[Encounter]) -> Encounter | None:
    """Return one from the longest queue; `encounters` are all undecided ones of the tournament."""
    at_tables = _group_by_table(encounters)
    busy = {side.entrant_id for encounter in _encounters_in_play(at_tables) for side in encounter.sides.all()}
    candidates = [
        queue
        for table_encounters in at_tables.values()
        if (queue := _takeable_encounter(table_encounters, busy)) is not None
    ]
    return min(
        candidates, key=lambda candidate: (-candidate[0], schedule_order(candidate[1])), default=(0, None)
    )[1]


def encounter_by_entrant(encounters: Iterable[Encounter]) -> dict[int, Encounter]:
    """Return what each entrant plays or is about to begin, by primary key.

    Of two with the same side, the schedule's first is about to begin.
    """
    at_tables = _group_by_table(encounters)
    first = [
        next_encounter
        for table_encounters in at_tables.values()
        if (next_encounter := select_current_encounter(table_encounters)) is not None
    ]
    ready = (next_encounter for next_encounter in first if next_encounter.state == EncounterState.READY)
    by_entrant: dict[int, Encounter] = {}
    for encounter in [*_encounters_in_play(at_tables), *sorted(ready, key=schedule_order)]:
        entrants = {side.entrant_id for side in encounter.sides.all() if side.entrant_id is not None}
        if encounter.state == EncounterState.PLAYING or not entrants & by_entrant.keys():
            by_entrant |= dict.fromkeys(entrants, encounter)
    return by_entrant


def _group_by_table(encounters: Iterable[Encounter]) -> dict[int, list[Encounter]]:
    at_tables: defaultdict[int, list[Encounter]] = defaultdict(list)
    for encounter in encounters:
        if encounter.table_id is not None and encounter.left_table_at is None:
            at_tables[encounter.table_id].append(encounter)
    return at_tables


def _encounters_in_play(at_tables: dict[int, list[Encounter]]) -> list[Encounter]:
    return [
        encounter
        for table_encounters in at_tables.values()
        for encounter in table_encounters
        if encounter.state == EncounterState.PLAYING
    ]


def _takeable_encounter(
    encounters: Sequence[Encounter], busy: set[int | None]
) -> tuple[int, Encounter] | None:
    """Return a queue's length and its first ready encounter of free entrants.

    The table's own next one is left out. `busy` are entrants' primary keys.
    """
    waiting = sorted(
        (waiting_encounter for waiting_encounter in encounters if is_waiting(waiting_encounter)),
        key=lambda encounter: encounter.turn,
    )
    next_at_table = select_current_encounter(encounters)
    for encounter in waiting:
        ready = encounter.state == EncounterState.READY and encounter != next_at_table
        if ready and not any(side.entrant_id in busy for side in encounter.sides.all()):
            return len(waiting), encounter
    return None


def select_current_encounter(encounters: Iterable[Encounter]) -> Encounter | None:
    """Return the one in play, else the first that waits."""
    undecided = sorted(encounters, key=lambda encounter: encounter.turn)
    playing = (
        encounter
        for encounter in undecided
        if encounter.state == EncounterState.PLAYING and encounter.reopened_at is None
    )
    return next(playing, None) or next((encounter for encounter in undecided if is_waiting(encounter)), None)


def _store_queue(table: Table, waiting: Sequence[Encounter]) -> None:
    """No place is reused."""
    last = Encounter.objects.filter(table=table).aggregate(last=Max("queue_place"))["last"] or 0
    for place, encounter in enumerate(waiting, start=last + 1):
        encounter.table, encounter.queue_place = table, place
    Encounter.objects.bulk_update(waiting, ["table", "queue_place"])
