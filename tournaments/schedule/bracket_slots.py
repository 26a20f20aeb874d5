from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.enums import DecidedBy, EncounterState, StageKind
from tournaments.models import Encounter, EncounterSide, Entrant
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.change import Change
from tournaments.tables.domain import play_order


@dataclass(frozen=True)
class Slot:
    """A side and the `entrant` it should have: None if not known yet, or if it stays empty (`vacant`)."""

    side: EncounterSide
    entrant: Entrant | None
    vacant: bool = False

    @property
    def has_changes(self) -> bool:
        return self.side.entrant != self.entrant or self.side.vacant != self.vacant

    @property
    def is_begun(self) -> bool:
        return has_begun(self.side.encounter)


def has_absent_player(sides: Sequence[EncounterSide]) -> bool:
    """All entrants are known and one has left: an undecided table of four waits for the organizer."""
    return all(side.entrant or side.vacant for side in sides) and any(
        side.entrant is not None and side.entrant.has_left for side in sides
    )


def fill_following_slots(encounter: Encounter, *, change: Change) -> None:
    """Also fill further slots where nobody plays. Raises LaterPlayAffected."""
    pending = [encounter]
    while pending:
        pending += fill_slots(_fed_slots(pending.pop(0)), change=change)


def fill_slots(slots: Iterable[Slot], *, change: Change) -> list[Encounter]:
    """Put entrants into slots, unswapped; return encounters now decided without play, or no longer decided.

    Slots of begun encounters are skipped, or LaterPlayAffected is raised first.
    """
    changing = [slot for slot in slots if slot.has_changes]
    begun = [slot.side.encounter for slot in changing if slot.is_begun]
    change.refuse_for(begun)
    # Checked before any change: without its absent side, a walkover by absence would look played.
    changeable = [slot for slot in changing if slot.side.encounter not in begun]
    decided = []
    for slot in changeable:
        side = slot.side
        side.entrant, side.vacant, side.swapped = slot.entrant, slot.vacant, False
        side.save(update_fields=["entrant", "vacant", "swapped", "from_group"])
        changed = decide_without_play(side.encounter, at=change.at)
        decided += [side.encounter] if side.encounter.state == EncounterState.DECIDED else changed
    return decided


def decide_without_play(encounter: Encounter, *, at: datetime) -> list[Encounter]:
    """Decide by bye or walkover, or store as ready, whatever the state; pending until all entrants are known.

    A table of four that a player left is pending: the organizer gives its places. Return the
    encounter in a list if its decision changed.
    """
    before = (encounter.state, encounter.winner, encounter.decided_by)
    sides = list(encounter.sides.select_related("entrant").order_by("letter"))
    occupied = [side for side in sides if not side.vacant]
    playing = [side for side in occupied if side.entrant and not side.entrant.has_left]
    if any(side.entrant is None for side in occupied):
        _store_undecided(encounter, EncounterState.PENDING, sides)
    elif len(occupied) <= 1:
        _store_decision(encounter, DecidedBy.BYE, sides, occupied, at=at)
    elif len(sides) > len(playing) == 1:
        _store_decision(encounter, DecidedBy.WALKOVER, sides, playing, at=at)
    elif not playing:
        _store_decision(encounter, DecidedBy.DOUBLE_WALKOVER, sides, [], at=at)
    elif has_absent_player(sides):
        _store_undecided(encounter, EncounterState.PENDING, sides)
    else:
        _store_undecided(encounter, EncounterState.READY, sides)
    changed = EncounterState.DECIDED in (before[0], encounter.state)
    return (
        [encounter] if changed and before != (encounter.state, encounter.winner, encounter.decided_by) else []
    )


def _store_undecided(encounter: Encounter, state: EncounterState, sides: Sequence[EncounterSide]) -> None:
    """Store `state` and no decision; queue it if it has no table, or one that closed since its decision."""
    before = encounter.state
    encounter.state, encounter.winner, encounter.decided_by = state, None, None
    encounter.decided_at = encounter.left_table_at = None
    _store(encounter, sides, None, wins=None)
    if encounter.table_id is None:  # a bye has no table
        play_order.queue_by_schedule([encounter], tournament=encounter.stage.tournament)
    elif before == EncounterState.DECIDED:
        play_order.leave_closed_table(encounter)


def _store_decision(
    encounter: Encounter,
    decided_by: DecidedBy,
    sides: Sequence[EncounterSide],
    winners: Sequence[EncounterSide],
    *,
    at: datetime,
) -> None:
    """Store a decision and that the table is left; the first of `winners`, if any, gets all wins needed."""
    encounter.state, encounter.decided_by = EncounterState.DECIDED, decided_by
    encounter.winner = winners[0].letter if winners else None
    encounter.decided_at = encounter.left_table_at = at
    _store(encounter, sides, encounter.winner, wins=encounter.stage.wins_needed)


def _store(
    encounter: Encounter, sides: Sequence[EncounterSide], winner: str | None, *, wins: int | None
) -> None:
    encounter.save(update_fields=["state", "winner", "decided_by", "decided_at", "left_table_at"])
    for side in sides:
        won, occupied = side.letter == winner, not side.vacant
        side.place = (1 if won else 2) if occupied and encounter.state == EncounterState.DECIDED else None
        side.wins = (wins if won else 0 if winner else None) if occupied else None
        side.save(update_fields=["place", "wins"])


def _fed_slots(encounter: Encounter) -> list[Slot]:
    fed = encounter.feeds.filter(encounter__annulled_at=None)
    sides = list(fed.select_related("encounter__stage", "entrant").order_by("encounter", "letter"))
    return slots_filled_by(encounter, encounter.sides.select_related("entrant"), sides)


def slots_filled_by(
    encounter: Encounter, own_sides: Iterable[EncounterSide], sides: Sequence[EncounterSide]
) -> list[Slot]:
    """Return a slot for each of the fed `sides`; vacant only if decided and nobody advances there.

    `own_sides` are the encounter's.
    """
    decided = encounter.state == EncounterState.DECIDED
    advancing = {} if encounter.decided_by == DecidedBy.DOUBLE_WALKOVER else _by_place(own_sides)
    if encounter.stage.kind == StageKind.TABLES:
        entrants = _keep_seats(sides, [advancing.get(place) for place in _places_of(sides)])
    else:
        entrants = [advancing.get(side.from_place) for side in sides]
    return [
        Slot(side, entrant, vacant=decided and entrant is None)
        for side, entrant in zip(sides, entrants, strict=True)
    ]


def _places_of(sides: Sequence[EncounterSide]) -> list[int]:
    """Shared places count one after another."""
    places: list[int] = []
    for place in sorted(side.from_place for side in sides):
        places.append(max(place, places[-1] + 1) if places else place)
    return places


def _keep_seats(sides: Sequence[EncounterSide], entrants: Sequence[Entrant | None]) -> list[Entrant | None]:
    """Entrants already at one of these tables stay on their side."""
    staying = {
        side.pk: side.entrant for side in sides if side.entrant is not None and side.entrant in entrants
    }
    newcomers = [entrant for entrant in entrants if entrant is not None and entrant not in staying.values()]
    return [staying.get(side.pk) or (newcomers.pop(0) if newcomers else None) for side in sides]


def _by_place(sides: Iterable[EncounterSide]) -> dict[int, Entrant | None]:
    """Of four who share a place, A comes first."""
    placed_sides = [(side.place, side.letter, side.entrant) for side in sides if side.place is not None]
    order = sorted(placed_sides, key=lambda placed: placed[:2])
    return {place: entrant for place, (_place, _letter, entrant) in enumerate(order, start=1)}
