"""How results move a tournament on: encounters, group ranks, the bracket, the champion.

Results are decided from the ledger and handed down to here; nothing here reads hands. Callers hold the
locks: the encounter, every encounter that its result feeds, and the stage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournaments.enums import DecidedBy, EncounterState, StageKind, TournamentState
from tournaments.formats.bracket import first_round, later_rounds
from tournaments.models import Encounter, EncounterSide, Entrant, Group, GroupPlace, Stage, Tournament

from . import log, tables
from .actor import Actor
from .refusals import Refused

BEGUN = (EncounterState.PLAYING, EncounterState.DECIDED)


class LaterPlayRestsOnIt(Refused):
    """`encounters` (in details) have begun with entrants whom the new result would take out of them."""

    code = "later_play_rests_on_it"
    template = _(
        "Later encounters have begun on the strength of the result that this would change: %(names)s."
        " The organizer decides."
    )

    def __init__(self, encounters: Sequence[Encounter]) -> None:
        self.encounters = list(encounters)
        super().__init__(names="; ".join(_versus(encounter) for encounter in self.encounters))


def begin(encounter: Encounter, *, at: datetime) -> None:
    """Ready → playing, with the first hand."""
    encounter.state, encounter.started_at = EncounterState.PLAYING, at
    encounter.save(update_fields=["state", "started_at"])


def record_result(
    *,
    encounter: Encounter,
    wins: Mapping[str, int | None],
    winner: str | None,
    decided_by: DecidedBy,
    let_stand: bool,
    at: datetime,
) -> None:
    """Store what an encounter's matches say of it, and fill the slots it feeds.

    A winner of None reopens a decided encounter, which comes back to its table. Raises
    LaterPlayRestsOnIt, unless later play is to stand as it is (`let_stand`).
    """
    was = encounter.state
    if winner is not None:
        if was != EncounterState.DECIDED:
            encounter.decided_at = at
        encounter.state, encounter.decided_by = EncounterState.DECIDED, decided_by
    elif was == EncounterState.DECIDED:
        encounter.state = EncounterState.PLAYING if encounter.started_at else EncounterState.READY
        encounter.decided_by = encounter.decided_at = encounter.left_table_at = None
    encounter.winner = winner
    encounter.save(update_fields=["state", "winner", "decided_by", "decided_at", "left_table_at"])
    for side in encounter.sides.all():
        if side.wins != wins[side.letter]:
            side.wins = wins[side.letter]
            side.save(update_fields=["wins"])
    if encounter.group_id is None:
        _fill_from_encounter(encounter, let_stand=let_stand)


def record_group_ranking(
    *, group: Group, ranking: Sequence[tuple[Entrant, int]] | None, let_stand: bool, by: Actor, at: datetime
) -> None:
    """Store the ranks of a complete group, or None when it is not complete (any more).

    Draws the knock-out when this was the last group; fills its slots anew when it was drawn before. Raises
    LaterPlayRestsOnIt as record_result does.
    """
    ranks = {entrant.pk: rank for entrant, rank in ranking or ()}
    for place in group.places.all():
        if place.rank != ranks.get(place.entrant_id):
            place.rank = ranks.get(place.entrant_id)
            place.save(update_fields=["rank"])
    tournament = group.stage.tournament
    knockout = tournament.stages.get(kind=StageKind.KNOCKOUT)
    if group.stage.groups.count() == 1:
        _crown(tournament, _ranked(group, 1), at=at)
    elif knockout.drawn_at is not None:
        _fill_from_group(knockout, group, let_stand=let_stand)
    elif not GroupPlace.objects.filter(group__stage=group.stage, rank=None).exists():
        _draw_knockout(group.stage, knockout, by=by, at=at)


def _versus(encounter: Encounter) -> str:
    names = [side.entrant.name if side.entrant else "?" for side in encounter.sides.all()]
    return " – ".join(names)


def _ranked(group: Group, rank: int) -> Entrant | None:
    places = [place for place in group.places.select_related("entrant").all() if place.rank == rank]
    return places[0].entrant if len(places) == 1 else None


def _draw_knockout(groups_stage: Stage, knockout: Stage, *, by: Actor, at: datetime) -> None:
    groups = list(groups_stage.groups.order_by("position"))
    meetings = first_round(len(groups), groups_stage.advance)
    previous = _bracket_round(knockout, 1, len(meetings))
    sides = []
    for encounter, places in zip(previous, meetings, strict=True):
        for letter, place in zip("AB", places, strict=True):
            group = groups[place.group]
            sides.append(
                EncounterSide(encounter=encounter, letter=letter, from_group=group, from_rank=place.rank)
            )
    for number, feeds in enumerate(later_rounds(len(meetings)), start=2):
        following = _bracket_round(knockout, number, len(feeds))
        for encounter, positions in zip(following, feeds, strict=True):
            for letter, position in zip("AB", positions, strict=True):
                sides.append(
                    EncounterSide(encounter=encounter, letter=letter, from_encounter=previous[position])
                )
        previous = following
    EncounterSide.objects.bulk_create(sides)
    knockout.drawn_at = at
    knockout.save(update_fields=["drawn_at"])
    for group in groups:
        _fill_from_group(knockout, group, let_stand=False)
    tables.queue_encounters(stage=knockout)
    log.write("knockout_drawn", by=by, at=at, tournament=knockout.tournament, after={"first": len(meetings)})


def _bracket_round(stage: Stage, number: int, size: int) -> list[Encounter]:
    return Encounter.objects.bulk_create(
        Encounter(stage=stage, round=number, position=position) for position in range(size)
    )


def _fill_from_group(knockout: Stage, group: Group, *, let_stand: bool) -> None:
    """Put a group's qualifiers into its slots. Who stands in one that has begun takes no second one."""
    sides = list(
        EncounterSide.objects.filter(encounter__stage=knockout, from_group=group)
        .select_related("encounter", "entrant")
        .order_by("from_rank", "pk")
    )
    slots = [(side, _ranked(group, side.from_rank or 0)) for side in sides]
    if not let_stand:
        _refuse_if_begun(slots)
    standing = {side.entrant for side in sides if side.encounter.state in BEGUN}
    left = iter([entrant for _side, entrant in slots if entrant is None or entrant not in standing])
    _fill([(side, next(left, None)) for side in sides if side.encounter.state not in BEGUN])


def _fill_from_encounter(encounter: Encounter, *, let_stand: bool) -> None:
    winner = next((side.entrant for side in encounter.sides.all() if side.letter == encounter.winner), None)
    feeds = list(encounter.feeds.select_related("encounter", "entrant"))
    if not feeds:
        _crown(encounter.stage.tournament, winner, at=encounter.decided_at)
    if not let_stand:
        _refuse_if_begun([(side, winner) for side in feeds])
    _fill([(side, winner) for side in feeds if side.encounter.state not in BEGUN])


def _refuse_if_begun(slots: Sequence[tuple[EncounterSide, Entrant | None]]) -> None:
    """Raise LaterPlayRestsOnIt when a slot would change in an encounter that has begun."""
    begun = [
        side.encounter for side, entrant in slots if side.entrant != entrant and side.encounter.state in BEGUN
    ]
    if begun:
        raise LaterPlayRestsOnIt(begun)


def _fill(slots: Sequence[tuple[EncounterSide, Entrant | None]]) -> None:
    """Put entrants into slots of encounters that have not begun."""
    for side, entrant in slots:
        if side.entrant != entrant:
            side.entrant, side.swapped = entrant, False
            side.save(update_fields=["entrant", "swapped"])
            _settle_readiness(side.encounter_id)


def _settle_readiness(encounter_id: int) -> None:
    """Pending ↔ ready, as both sides are known or not."""
    waiting = EncounterSide.objects.filter(encounter=encounter_id, entrant=None).exists()
    Encounter.objects.filter(pk=encounter_id).update(
        state=EncounterState.PENDING if waiting else EncounterState.READY
    )


def _crown(tournament: Tournament, champion: Entrant | None, *, at: datetime | None) -> None:
    """Name the champion, or take the crown back when the last result was corrected away."""
    state = TournamentState.FINISHED if champion else TournamentState.PLAYING
    Tournament.objects.filter(pk=tournament.pk).update(champion=champion, state=state)
    tournament.champion, tournament.state = champion, state
