"""New rounds for a group whose members changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count

from django.db.models import F, Max

from tournaments.enums import EncounterState, Part
from tournaments.formats.remaining_rounds import spread_over_rounds
from tournaments.models import Encounter, Group
from tournaments.schedule.begun_encounters import is_decided_by_absence
from tournaments.tables.domain.play_order import is_waiting, queue_by_schedule, read_seated

Place = tuple[int, int]
Places = Mapping[str, Place]
"""Round and position by an encounter's public id."""
OUT_OF_THE_WAY = 10_000
"""Added to positions while encounters swap theirs."""


def called_encounters(group: Group) -> set[int]:
    """Return keys of the group's encounters that can begin at their tables."""
    return {
        encounter.pk
        for encounter in read_seated(group.stage.tournament).values()
        if encounter.group_id == group.pk and encounter.state == EncounterState.READY
    }


def reschedule_group(group: Group, *, called: Collection[int] = (), wished: Places | None = None) -> Places:
    """Spread encounters not begun over the fewest rounds; return the former places of those moved.

    `called` keys stay unless that takes more rounds. `wished` places are taken where they are free. Moved
    encounters are queued again. Caller locks the tournament.
    """
    encounters = _encounters(group)
    plans = [_plan(encounters, staying_keys, wished or {}) for staying_keys in (called, ())]
    plan = min(plans, key=lambda plan: max((place[0] for place in plan.values()), default=0))
    moved = {encounter: place for encounter, place in plan.items() if _place(encounter) != place}
    before = {str(encounter.public_id): _place(encounter) for encounter in moved}
    if moved:
        _move(moved)
    return before


def _plan(
    encounters: Sequence[Encounter], staying_keys: Collection[int], wished: Places
) -> dict[Encounter, Place]:
    """Return the new place of each encounter that can move; `wished` also sets the fewest rounds."""
    movable = [encounter for encounter in encounters if _can_move(encounter, encounters, staying_keys)]
    staying = [encounter for encounter in encounters if encounter not in movable]
    wishes = [wished.get(str(encounter.public_id), _place(encounter)) for encounter in movable]
    rounds = spread_over_rounds(
        [_entrants(encounter) for encounter in movable],
        _busy_entrants(staying),
        wished=[number for number, _position in wishes],
        fewest=max((number for number, _position in wishes), default=1) if wished else 1,
    )
    return dict(zip(movable, _places(rounds, staying, wishes), strict=True))


def separate_clashes(group: Group) -> None:
    """Reschedule a group in which encounters came back to rounds that others took since."""
    active = [encounter for encounter in _encounters(group) if encounter.annulled_at is None]
    seats = [(encounter.round, entrant) for encounter in active for entrant in _entrants(encounter)]
    if len(seats) > len(set(seats)):
        reschedule_group(group, called=called_encounters(group))


def last_round_of(group: Group) -> int:
    encounters = group.encounters.not_annulled().filter(part=Part.MAIN)
    return encounters.aggregate(last=Max("round"))["last"] or 0


def _encounters(group: Group) -> list[Encounter]:
    """Annulled ones too: theirs are places to which they may return."""
    found = group.encounters.filter(part=Part.MAIN).select_related("stage__tournament", "group")
    return list(found.prefetch_related("sides__entrant").order_by("round", "position", "pk"))


def _can_move(encounter: Encounter, encounters: Sequence[Encounter], staying_keys: Collection[int]) -> bool:
    """A replacement stays where its annulled original was: their place links them."""
    if encounter.pk in staying_keys or encounter.annulled_at is not None or not is_waiting(encounter):
        return False
    return not any(
        other.annulled_at is not None and _place(other) == _place(encounter) for other in encounters
    )


def _place(encounter: Encounter) -> Place:
    return encounter.round, encounter.position


def _entrants(encounter: Encounter) -> tuple[int, int]:
    first, second = encounter.sides_in_order
    return first.entrant_id or 0, second.entrant_id or 0


def _busy_entrants(encounters: Sequence[Encounter]) -> dict[int, set[int]]:
    """Return by round who can't be put into it: its players; everybody where the bell rang."""
    busy: defaultdict[int, set[int]] = defaultdict(set)
    everybody = {entrant for encounter in encounters for entrant in _entrants(encounter)}
    for encounter in encounters:
        if encounter.stopped_at is not None:
            busy[encounter.round] |= everybody
        elif encounter.annulled_at is None and not is_decided_by_absence(encounter):
            busy[encounter.round].update(_entrants(encounter))
    return busy


def _places(rounds: Sequence[int], staying: Sequence[Encounter], wishes: Sequence[Place]) -> list[Place]:
    """Return round and position: the wished one, or the first that is free."""
    taken: defaultdict[int, set[int]] = defaultdict(set)
    for encounter in staying:
        taken[encounter.round].add(encounter.position)
    places: dict[int, Place] = {}
    for index in sorted(range(len(rounds)), key=lambda index: (wishes[index][0] != rounds[index], index)):
        number, (wished_round, wished_position) = rounds[index], wishes[index]
        positions = chain([wished_position] if wished_round == number else [], count())
        position = next(free for free in positions if free not in taken[number])
        taken[number].add(position)
        places[index] = number, position
    return [places[index] for index in range(len(rounds))]


def _move(moved: Mapping[Encounter, Place]) -> None:
    """Store other rounds and positions, and queue again."""
    stored = Encounter.objects.filter(pk__in=[encounter.pk for encounter in moved])
    stored.update(position=F("position") + OUT_OF_THE_WAY)
    for encounter, place in moved.items():
        encounter.round, encounter.position = place
        encounter.table = encounter.queue_place = None
    Encounter.objects.bulk_update(moved, ["round", "position", "table", "queue_place"])
    queue_by_schedule(moved, tournament=next(iter(moved)).stage.tournament)
