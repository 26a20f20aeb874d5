from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime

from tournaments.draws.domain import draw
from tournaments.enums import EntrantState, StageKind
from tournaments.log.actor import Actor
from tournaments.models import EncounterSide, Entrant, GroupPlace, Stage
from tournaments.schedule import stage_feeds
from tournaments.schedule.bracket_slots import (
    LaterPlayAffected,
    Slot,
    decide_without_play,
    fill_following_slots,
    fill_slots,
    has_begun,
)
from tournaments.schedule.stage_feeds import Qualifier


def draw_following(stage: Stage, *, across: stage_feeds.BestPlaced | None, by: Actor, at: datetime) -> None:
    if not stage.draws_itself or stage.kind == StageKind.GROUPS:
        return
    if all(
        stage_feeds.qualifiers_known(feed, across)
        for feed in stage.feeds_in.select_related("source__tournament")
    ):
        draw.draw_qualified(stage, stage_feeds.qualifiers(stage, across), by=by, at=at)
        decide_for_absent(stage, at=at)


def decide_for_absent(stage: Stage, *, at: datetime) -> None:
    left = Entrant.objects.exclude(state=EntrantState.PLAYING)
    absent = stage.encounters.undecided().filter(sides__entrant__in=left).distinct()
    for encounter in absent.select_related("stage").order_by("pk"):
        for decided in decide_without_play(encounter, at=at):
            fill_following_slots(decided, let_stand=False, at=at)


def update_qualifiers(
    stage: Stage, *, across: stage_feeds.BestPlaced | None, let_stand: bool, by: Actor, at: datetime
) -> None:
    """Raise LaterPlayAffected."""
    wanted = stage_feeds.qualifiers(stage, across)
    if not stage.tabular:
        _refill(stage, wanted, let_stand=let_stand, at=at)
        return
    members = GroupPlace.objects.filter(group__stage=stage).select_related("entrant").order_by("pk")
    coming = [qualifier.entrant for qualifier in wanted if qualifier.entrant]
    if {place.entrant for place in members} == set(coming):
        return
    if any(has_begun(encounter) for encounter in stage.encounters.all()):
        _exchange(stage, list(members), coming, let_stand=let_stand, at=at)
    else:
        draw.remove_draw_results(stage, at=at)
        draw_following(stage, across=across, by=by, at=at)


def _exchange(
    stage: Stage, members: Sequence[GroupPlace], coming: Sequence[Entrant], *, let_stand: bool, at: datetime
) -> None:
    """Entrants in an encounter that has begun stay."""
    going = [place for place in members if place.entrant not in coming]
    begun = [
        encounter
        for encounter in stage.encounters.standing().filter(
            sides__entrant__in=[place.entrant for place in going]
        )
        if has_begun(encounter)
    ]
    if begun and not let_stand:
        raise LaterPlayAffected(begun)
    bound = set(EncounterSide.objects.filter(encounter__in=begun).values_list("entrant", flat=True))
    free = [place for place in going if place.entrant_id not in bound]
    present = {place.entrant for place in members}
    for place, entrant in zip(free, [entrant for entrant in coming if entrant not in present], strict=False):
        _exchange_one(stage, place, entrant, at=at)


def _exchange_one(stage: Stage, place: GroupPlace, entrant: Entrant, *, at: datetime) -> None:
    active_sides = EncounterSide.objects.filter(encounter__stage=stage, encounter__annulled_at=None)
    sides = active_sides.filter(entrant=place.entrant).select_related("encounter__stage", "entrant")
    fill_slots([Slot(side, entrant) for side in sides], let_stand=False, at=at)
    place.entrant, place.gone = entrant, entrant.has_left
    place.save(update_fields=["entrant", "gone"])


def _refill(stage: Stage, wanted: Sequence[Qualifier], *, let_stand: bool, at: datetime) -> None:
    slots = slots_of(stage, wanted)
    if let_stand:
        slots = without_begun_slots(slots)
    decided = fill_slots(slots, let_stand=let_stand, at=at)
    for encounter in decided:
        fill_following_slots(encounter, let_stand=let_stand, at=at)


def slots_of(stage: Stage, wanted: Sequence[Qualifier]) -> list[Slot]:
    sides = list(
        EncounterSide.objects.filter(encounter__stage=stage, encounter__annulled_at=None, vacant=False)
        .exclude(from_rank=None)
        .select_related("encounter__stage", "entrant", "from_group")
        .order_by("from_rank", "pk")
    )
    return _matched(sides, wanted)


def _matched(sides: Sequence[EncounterSide], wanted: Sequence[Qualifier]) -> list[Slot]:
    """Of the best of a place, those in a slot stay there."""
    by_place = {
        (qualifier.group.pk if qualifier.group else None, qualifier.rank): qualifier.entrant
        for qualifier in wanted
        if not qualifier.among
    }
    best = {qualifier.entrant: qualifier for qualifier in wanted if qualifier.among and qualifier.entrant}
    theirs = [side for side in sides if (side.from_group_id, side.from_rank or 0) not in by_place]
    staying = {side.entrant for side in theirs}
    coming = [qualifier for entrant, qualifier in best.items() if entrant not in staying]
    return [
        _slot_of_best(side, best, coming)
        if side in theirs
        else Slot(side, by_place[(side.from_group_id, side.from_rank or 0)])
        for side in sides
    ]


def _slot_of_best(side: EncounterSide, best: Collection[Entrant], coming: list[Qualifier]) -> Slot:
    if side.entrant in best:
        return Slot(side, side.entrant)
    newcomer = coming.pop(0) if coming else None
    side.from_group = newcomer.group if newcomer else None
    return Slot(side, newcomer.entrant if newcomer else None)


def without_begun_slots(slots: Sequence[Slot]) -> list[Slot]:
    """Drop begun slots; best-placed entrants displaced by them take the free slots of their group."""
    already_seated = {slot.side.entrant for slot in slots if slot.begun}
    waiting: dict[int | None, list[Entrant]] = defaultdict(list)
    for slot in slots:
        if slot.entrant is not None and slot.entrant not in already_seated:
            waiting[slot.side.from_group_id].append(slot.entrant)
    return [Slot(slot.side, _next(waiting[slot.side.from_group_id])) for slot in slots if not slot.begun]


def _next(waiting: list[Entrant]) -> Entrant | None:
    return waiting.pop(0) if waiting else None
