from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Max, OuterRef, Q, Subquery

from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Table, Tournament

Turn = tuple[int, int, int, int, int]
Seated = dict[int, Encounter]
"""What each entrant plays or is about to begin, by primary key."""


@dataclass
class Queue:
    """What waits at an open table, in order; `last_place` is the highest ever used there."""

    table: Table
    last_place: int
    playing: bool = False
    waiting: list[Encounter] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    ready_turns: list[Turn] = field(default_factory=list)
    """Turns of those that can begin, sorted."""
    latest_turn: Turn | None = None
    first_moved: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether nothing is played there or can begin."""
        return not self.playing and not self.ready_turns

    def place_at(self, turn: Turn, *, ready: bool) -> int:
        """Return the index by the schedule; `ready` encounters precede those that wait for a side."""
        if not ready and (self.latest_turn is None or turn >= self.latest_turn):
            return len(self.waiting)
        can_begin = [
            index for index, waiting in enumerate(self.waiting) if waiting.state == EncounterState.READY
        ]
        if ready:
            return max((index + 1 for index in can_begin if self.turns[index] <= turn), default=0)
        behind = range(max(can_begin, default=-1) + 1, len(self.waiting))
        return next((index for index in behind if self.turns[index] > turn), len(self.waiting))

    def count_ahead(self, turn: Turn, *, ready: bool) -> int:
        """Count what is played first; encounters that can't begin don't delay one that can."""
        ahead = bisect_right(self.ready_turns, turn) if ready else self.place_at(turn, ready=False)
        return ahead + self.playing

    def insert(self, encounter: Encounter) -> None:
        turn = schedule_order(encounter)
        place = self.place_at(turn, ready=encounter.state == EncounterState.READY)
        self._add(place, encounter, turn)
        self.first_moved = place if self.first_moved is None else min(place, self.first_moved)
        encounter.table = self.table

    def append(self, encounter: Encounter) -> None:
        self._add(len(self.waiting), encounter, schedule_order(encounter))

    def renumber_moved(self) -> list[Encounter]:
        """Give the moved and those behind them new places; none is reused."""
        moved = [] if self.first_moved is None else self.waiting[self.first_moved :]
        for place, encounter in enumerate(moved, start=self.last_place + 1):
            encounter.queue_place = place
        return moved

    def _add(self, place: int, encounter: Encounter, turn: Turn) -> None:
        self.waiting.insert(place, encounter)
        self.turns.insert(place, turn)
        self.latest_turn = max(turn, self.latest_turn or turn)
        if encounter.state == EncounterState.READY:
            insort(self.ready_turns, turn)


def schedule_order(encounter: Encounter) -> Turn:
    group = encounter.group.position if encounter.group else 0
    return encounter.stage.position, encounter.round, encounter.position, group, encounter.pk or 0


def queue_by_schedule(encounters: Iterable[Encounter], *, tournament: Tournament) -> None:
    """Queue undecided encounters at the open tables (at least one) that reach them first.

    What can begin goes to free ones. Saved encounters are stored, unsaved ones get table and place. Caller
    locks the tournament, or an encounter that a draw would lock.
    """
    queues = read_queues(tournament)
    for encounter in sorted(encounters, key=schedule_order):
        _first_to_reach(encounter, queues).insert(encounter)
    _store_moved(queues)


def leave_closed_table(encounter: Encounter) -> None:
    """Locks as for `queue_by_schedule`."""
    undecided = encounter.state != EncounterState.DECIDED
    if undecided and encounter.table is not None and encounter.table.closed:
        queue_by_schedule([encounter], tournament=encounter.stage.tournament)


def read_queues(tournament: Tournament) -> list[Queue]:
    """Return the open tables' queues by number, and if a table is played at (not if reopened)."""
    open_tables = tournament.tables.open().annotate(last_place=Max("encounters__queue_place"))
    queues = {
        table.pk: Queue(table, getattr(table, "last_place", None) or 0)
        for table in open_tables.order_by("number")
    }
    at_tables = Encounter.objects.undecided().in_table_queues().filter(table__in=queues)
    for encounter in at_tables.select_related("stage", "group"):
        queue = queues[encounter.table_id or 0]
        if is_waiting(encounter):
            queue.append(encounter)
        elif encounter.reopened_at is None:
            queue.playing = True
    return list(queues.values())


def _first_to_reach(encounter: Encounter, queues: Iterable[Queue]) -> Queue:
    turn, ready = schedule_order(encounter), encounter.state == EncounterState.READY

    def distance(queue: Queue) -> tuple[bool, int, int, int]:
        taken = ready and not queue.is_free
        return taken, queue.count_ahead(turn, ready=ready), len(queue.waiting), queue.table.number

    return min(queues, key=distance)


def _store_moved(queues: Iterable[Queue]) -> None:
    moved = [encounter for queue in queues for encounter in queue.renumber_moved()]
    stored = [encounter for encounter in moved if encounter.pk]
    if stored:
        Encounter.objects.bulk_update(stored, ["table", "queue_place"])


def is_waiting(encounter: Encounter) -> bool:
    """It has no hands and is not reopened for correction."""
    unplayed = encounter.state in (EncounterState.READY, EncounterState.PENDING)
    return unplayed and encounter.reopened_at is None


def next_takeable_encounter(encounters: Iterable[Encounter], seated: Seated) -> Encounter | None:
    """Return the ready encounter, not next at its own table, that a free table takes; None without one.

    `encounters` are all undecided ones. Those without seated sides come first, then the longest queue, then
    the schedule.
    """
    takeable = [
        (bool(seated_sides(encounter, seated)), -len(queue), schedule_order(encounter), encounter)
        for queue, next_at_table in _queues_with_next(encounters)
        for encounter in queue
        if encounter.state == EncounterState.READY and encounter != next_at_table
    ]
    return min(takeable)[-1] if takeable else None


def seated_sides(encounter: Encounter, seated: Seated) -> list[tuple[EncounterSide, Encounter]]:
    """Return the sides that play or are about to begin another encounter, with it."""
    others = ((side, seated.get(side.entrant_id or 0)) for side in encounter.sides.all())
    return [(side, other) for side, other in others if other is not None and other != encounter]


def read_seated(tournament: Tournament) -> Seated:
    """Return `encounter_by_entrant` of a tournament; read only what is in play or first at a table."""
    waiting = Encounter.objects.undecided().in_table_queues()
    first = Subquery(waiting.filter(table=OuterRef("pk"), reopened_at=None).values("pk")[:1])
    at_hand = Q(state=EncounterState.PLAYING) | Q(pk__in=tournament.tables.order_by().values_list(first))
    encounters = waiting.filter(at_hand, stage__tournament=tournament).order_by()
    sides = EncounterSide.objects.filter(encounter__in=encounters).order_by("encounter", "letter")
    entrants: defaultdict[Encounter, set[int]] = defaultdict(set)
    for side in sides.select_related("encounter__stage", "encounter__group", "encounter__table"):
        entrants[side.encounter].add(side.entrant_id or 0)
    return _encounter_by_entrant(entrants)


def encounter_by_entrant(encounters: Iterable[Encounter]) -> Seated:
    """Return what each entrant plays or, ready and first at its table, is about to begin.

    `encounters` are all undecided ones. Of two, the one in play counts, else the schedule's first.
    """
    return _encounter_by_entrant(
        {encounter: {side.entrant_id or 0 for side in encounter.sides.all()} for encounter in encounters}
    )


def _encounter_by_entrant(entrants_by_encounter: Mapping[Encounter, set[int]]) -> Seated:
    """Unknown entrants are 0."""
    at_tables = _group_by_table(entrants_by_encounter)
    first = [
        next_encounter
        for table_encounters in at_tables.values()
        if (next_encounter := select_current_encounter(table_encounters)) is not None
    ]
    ready = (next_encounter for next_encounter in first if next_encounter.state == EncounterState.READY)
    by_entrant: dict[int, Encounter] = {}
    for encounter in [*_encounters_in_play(at_tables), *sorted(ready, key=schedule_order)]:
        entrants = entrants_by_encounter[encounter] - {0}
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


def _queues_with_next(
    encounters: Iterable[Encounter],
) -> Iterator[tuple[Sequence[Encounter], Encounter | None]]:
    """Yield what waits at each table, and what the table plays or begins next."""
    for table_encounters in _group_by_table(encounters).values():
        yield list(filter(is_waiting, table_encounters)), select_current_encounter(table_encounters)


def select_current_encounter(encounters: Iterable[Encounter]) -> Encounter | None:
    """Return the one in play, else the first that waits."""
    undecided = sorted(encounters, key=lambda encounter: encounter.turn)
    playing = (
        encounter
        for encounter in undecided
        if encounter.state == EncounterState.PLAYING and encounter.reopened_at is None
    )
    return next(playing, None) or next((encounter for encounter in undecided if is_waiting(encounter)), None)
