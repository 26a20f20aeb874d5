from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from tournaments.draws.domain import draw
from tournaments.enums import EntrantState, StageKind
from tournaments.models import EncounterSide, Entrant, GroupPlace, Stage
from tournaments.schedule import stage_feeds
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.bracket_slots import Slot, decide_without_play, fill_following_slots, fill_slots
from tournaments.schedule.change import Change
from tournaments.schedule.stage_feeds import Qualifier


def draw_following_stage(stage: Stage, *, change: Change) -> None:
    """Draw an undrawn stage if all qualifiers are known, and decide encounters of absent entrants.

    Does nothing for groups, or if the organizer draws.
    """
    if not stage.draws_itself or stage.kind == StageKind.GROUPS:
        return
    if all(
        stage_feeds.are_qualifiers_known(feed) for feed in stage.feeds_in.select_related("source__tournament")
    ):
        draw.draw_qualified(stage, stage_feeds.qualifiers(stage), by=change.by, at=change.at)
        decide_for_absent(stage, change=change)


def decide_for_absent(stage: Stage, *, change: Change) -> None:
    leavers = Entrant.objects.exclude(state=EntrantState.PLAYING)
    absent = stage.encounters.undecided().filter(sides__entrant__in=leavers).distinct()
    for encounter in absent.select_related("stage").order_by("pk"):
        for decided in decide_without_play(encounter, at=change.at):
            fill_following_slots(decided, change=change.refusing())


def update_qualifiers(stage: Stage, *, change: Change, keep_draw: bool = False) -> None:
    """Put the current qualifiers into a drawn stage. Raises LaterPlayAffected.

    Brackets are refilled. With other qualifiers, a stage with standings loses its draw, and is drawn again if
    all are known; once begun, or with `keep_draw`, its members are exchanged.
    """
    qualifiers = stage_feeds.qualifiers(stage)
    if not stage.has_standings:
        _refill(stage, qualifiers, change=change)
        return
    members = GroupPlace.objects.filter(group__stage=stage).select_related("entrant").order_by("pk")
    qualified = [qualifier.entrant for qualifier in qualifiers if qualifier.entrant]
    if {place.entrant for place in members} == set(qualified):
        return
    if keep_draw or any(has_begun(encounter) for encounter in stage.encounters.all()):
        _exchange_members(stage, list(members), qualified, change=change)
    else:
        draw.remove_draw_results(stage, at=change.at)
        draw_following_stage(stage, change=change)


def _exchange_members(
    stage: Stage, members: Sequence[GroupPlace], qualified: Sequence[Entrant], *, change: Change
) -> None:
    """Replace members who no longer qualify, in their encounters, too.

    Entrants in a begun encounter stay, or LaterPlayAffected is raised.
    """
    leaving = [place for place in members if place.entrant not in qualified]
    begun = [
        encounter
        for encounter in stage.encounters.not_annulled().filter(
            sides__entrant__in=[place.entrant for place in leaving]
        )
        if has_begun(encounter)
    ]
    change.refuse_for(begun)
    begun_ids = set(EncounterSide.objects.filter(encounter__in=begun).values_list("entrant", flat=True))
    replaceable = [place for place in leaving if place.entrant_id not in begun_ids]
    member_entrants = {place.entrant for place in members}
    for place, entrant in zip(
        replaceable, [entrant for entrant in qualified if entrant not in member_entrants], strict=False
    ):
        _exchange_member(stage, place, entrant, change=change)


def _exchange_member(stage: Stage, place: GroupPlace, entrant: Entrant, *, change: Change) -> None:
    active_sides = EncounterSide.objects.filter(encounter__stage=stage, encounter__annulled_at=None)
    sides = active_sides.filter(entrant=place.entrant).select_related("encounter__stage", "entrant")
    fill_slots([Slot(side, entrant) for side in sides], change=change.refusing())
    place.entrant, place.gone, place.passed_on = entrant, entrant.has_left, False
    place.save(update_fields=["entrant", "gone", "passed_on"])


def _refill(stage: Stage, qualifiers: Sequence[Qualifier], *, change: Change) -> None:
    slots = qualifier_slots(stage, qualifiers)
    if change.keep_later_play:
        slots = without_begun_slots(slots)
    decided = fill_slots(slots, change=change)
    for encounter in decided:
        fill_following_slots(encounter, change=change)


def qualifier_slots(stage: Stage, qualifiers: Sequence[Qualifier]) -> list[Slot]:
    sides = list(
        EncounterSide.objects.filter(encounter__stage=stage, encounter__annulled_at=None, vacant=False)
        .exclude(from_rank=None)
        .select_related("encounter__stage", "entrant", "from_group")
        .order_by("from_rank", "pk")
    )
    return _match_slots(sides, qualifiers)


def _match_slots(sides: Sequence[EncounterSide], qualifiers: Sequence[Qualifier]) -> list[Slot]:
    """Return a slot per side, by group and rank; the best across groups keep theirs, newcomers fill up."""
    by_place = {
        (qualifier.group.pk if qualifier.group else None, qualifier.rank): qualifier.entrant
        for qualifier in qualifiers
        if not qualifier.cross_group_place
    }
    best = {
        qualifier.entrant: qualifier
        for qualifier in qualifiers
        if qualifier.cross_group_place and qualifier.entrant
    }
    best_sides = [side for side in sides if (side.from_group_id, side.from_rank or 0) not in by_place]
    staying = {side.entrant for side in best_sides}
    newcomers = [qualifier for entrant, qualifier in best.items() if entrant not in staying]
    return [
        _slot_of_best(side, best, newcomers)
        if side in best_sides
        else Slot(side, by_place[(side.from_group_id, side.from_rank or 0)])
        for side in sides
    ]


def _slot_of_best(side: EncounterSide, best: Collection[Entrant], newcomers: list[Qualifier]) -> Slot:
    if side.entrant in best:
        return Slot(side, side.entrant)
    newcomer = newcomers.pop(0) if newcomers else None
    side.from_group = newcomer.group if newcomer else None
    return Slot(side, newcomer.entrant if newcomer else None)


def without_begun_slots(slots: Sequence[Slot]) -> list[Slot]:
    """Best-placed entrants displaced by begun slots take the free slots of their group."""
    already_seated = {slot.side.entrant for slot in slots if slot.is_begun}
    waiting: dict[int | None, list[Entrant]] = defaultdict(list)
    for slot in slots:
        if slot.entrant is not None and slot.entrant not in already_seated:
            waiting[slot.side.from_group_id].append(slot.entrant)
    return [Slot(slot.side, _next(waiting[slot.side.from_group_id])) for slot in slots if not slot.is_begun]


def _next(waiting: list[Entrant]) -> Entrant | None:
    return waiting.pop(0) if waiting else None
