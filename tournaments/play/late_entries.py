from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.enums import SWISS_KINDS, DecidedBy, EncounterState, Part, SideLetter, StageKind
from tournaments.formats.group_sizes import LARGEST
from tournaments.models import Encounter, EncounterSide, Entrant, Group, GroupPlace, Stage
from tournaments.play import advancing, rescheduling
from tournaments.play.rescheduling import Places
from tournaments.refusals import Refused
from tournaments.schedule import bracket_slots
from tournaments.schedule.begun_encounters import LaterPlayAffected, has_begun
from tournaments.schedule.bracket_slots import Slot
from tournaments.schedule.change import Change
from tournaments.schedule.stage_feeds import all_rounds_drawn
from tournaments.stages.draw_checks import LARGEST_SINGLE_GROUP
from tournaments.tables.domain.play_order import queue_by_schedule


class NoPlaceForLate(Refused):
    code = "no_place_for_late_entry"
    template = _("Nobody can join any more: %(why)s")


class HasPlayed(Refused):
    code = "has_played"
    template = _("%(name)s has already played, or is paired. Withdraw them instead.")


def add_late_entrant(stage: Stage, entrant: Entrant, *, reschedule: bool = False, change: Change) -> Places:
    """Add to a group, to the Swiss standings, or instead of a bye; nothing else changes.

    `reschedule` spreads the group's encounters that have not begun over as few rounds as possible; return the
    places they had. Raises NoPlaceForLate, on which the caller's transaction must roll back. Caller
    locks the tournament.
    """
    if _is_over(stage):
        raise NoPlaceForLate(why=_("the stage is over."))
    if stage.kind == StageKind.GROUPS:
        return _join_group(stage, entrant, reschedule=reschedule)
    if stage.kind in SWISS_KINDS:
        _join_swiss(stage, entrant)
    elif stage.kind == StageKind.TABLES:
        raise NoPlaceForLate(why=_("a table has four players, and all are drawn."))
    else:
        _take_bye(stage, entrant, change=change)
    return {}


def remove_late_entrant(entrant: Entrant, *, places_before: Places | None = None, change: Change) -> None:
    """Delete group place and encounters, not the entrant; a bracket slot becomes a bye again.

    The group's encounters that have not begun get their `places_before` back, as far as they fit.
    Raises HasPlayed if an encounter has begun, or is of a Swiss stage.
    """
    encounters = list(Encounter.objects.filter(sides__entrant=entrant).select_related("stage").order_by("pk"))
    in_groups = [encounter for encounter in encounters if encounter.group_id is not None]
    groups = list(Group.objects.filter(places__entrant=entrant).select_related("stage__tournament"))
    if any(has_begun(encounter) for encounter in encounters) or any(
        encounter.stage.kind in SWISS_KINDS for encounter in encounters
    ):
        raise HasPlayed(name=entrant.name)
    EncounterSide.objects.filter(encounter__in=in_groups).delete()
    Encounter.objects.filter(pk__in=[encounter.pk for encounter in in_groups]).delete()
    GroupPlace.objects.filter(entrant=entrant).delete()
    for group in groups if places_before else ():
        rescheduling.reschedule_group(group, wished=places_before)
    for encounter in encounters:
        if encounter.group_id is None:
            side = encounter.sides.select_related("encounter__stage", "entrant").get(entrant=entrant)
            side.seed = None
            side.save(update_fields=["seed"])
            _fill_slot(Slot(side, None, vacant=True), change=change)


def _is_over(stage: Stage) -> bool:
    """The next stage is drawn; if this one was reopened since, play there has begun."""
    following = Stage.objects.filter(feeds_in__source=stage).exclude(drawn_at=None)
    if not following.exists():
        return False
    is_complete = all_rounds_drawn(stage) and not stage.encounters.undecided().exists()
    played = Encounter.objects.not_annulled().filter(stage__in=following)
    return is_complete or any(has_begun(encounter) for encounter in played)


def _join_group(stage: Stage, entrant: Entrant, *, reschedule: bool) -> Places:
    """Join the smallest group and meet all members in play, as far as the stage still has rounds.

    A stage that ends early is not rescheduled.
    Raises NoPlaceForLate if every group is full, or if no round is left to meet anybody.
    """
    groups_by_size = [(group.places.count(), group.position, group) for group in stage.groups.all()]
    largest = LARGEST if len(groups_by_size) > 1 else LARGEST_SINGLE_GROUP
    open_groups = [row for row in groups_by_size if row[0] < largest]
    if not open_groups:
        raise NoPlaceForLate(why=_("every group is full."))
    group = min(open_groups, key=lambda candidate: candidate[:2])[2]
    called = rescheduling.called_encounters(group) if reschedule else set()
    members = list(Entrant.objects.in_play().filter(places__group=group).order_by("places__position"))
    _append_to_group(group, entrant)
    encounters = [
        (Encounter(stage=stage, group=group, part=Part.MAIN, round=number, position=position), opponent)
        for number, position, opponent in _free_rounds(group, members, stage.meetings)
        if stage.last_round is None or number <= stage.last_round
    ]
    if members and not encounters:
        raise NoPlaceForLate(why=_("the stage ends early, so no round is left for them."))
    for encounter, _opponent in encounters:
        encounter.state = EncounterState.READY
    queue_by_schedule([encounter for encounter, _opponent in encounters], tournament=stage.tournament)
    for encounter, opponent in encounters:
        encounter.save()
        for letter, seated in zip(SideLetter, (opponent, entrant), strict=False):
            EncounterSide.objects.create(encounter=encounter, letter=letter, entrant=seated)
    if not reschedule or stage.last_round is not None:
        return {}
    joined = {str(encounter.public_id) for encounter, _opponent in encounters}
    moved = rescheduling.reschedule_group(group, called=called)
    return {key: place for key, place in moved.items() if key not in joined}


def _free_rounds(
    group: Group, members: Sequence[Entrant], meetings: int
) -> Iterator[tuple[int, int, Entrant]]:
    """Yield a new encounter's round, position and opponent, `meetings` times for each member.

    Prefer rounds in which the opponent rests, else add one at the end.
    """
    busy: dict[int, set[int]] = defaultdict(set)
    last: dict[int, int] = {}
    rows = EncounterSide.objects.filter(encounter__group=group, encounter__part=Part.MAIN)
    for number, position, entrant in rows.values_list("encounter__round", "encounter__position", "entrant"):
        busy[number].add(entrant or 0)
        last[number] = max(last.get(number, -1), position)
    used_rounds: set[int] = set()
    for opponent in [*members] * meetings:
        free_rounds = (
            number for number in sorted(busy) if number not in used_rounds and opponent.pk not in busy[number]
        )
        number = next(free_rounds, max([*busy, *used_rounds, 0]) + 1)
        used_rounds.add(number)
        busy[number].add(opponent.pk)
        yield number, last.get(number, -1) + 1, opponent


def _join_swiss(stage: Stage, entrant: Entrant) -> None:
    if all_rounds_drawn(stage):
        raise NoPlaceForLate(why=_("the last round is paired."))
    _append_to_group(stage.groups.get(), entrant)


def _append_to_group(group: Group, entrant: Entrant) -> None:
    last = group.places.aggregate(last=Max("position"))["last"]
    GroupPlace.objects.create(group=group, entrant=entrant, position=(-1 if last is None else last) + 1)


def _take_bye(stage: Stage, entrant: Entrant, *, change: Change) -> None:
    """Seed last, opposite the lowest seed possible. Raises NoPlaceForLate if all with a bye have played."""
    byes = EncounterSide.objects.filter(
        encounter__stage=stage,
        encounter__part=Part.MAIN,
        encounter__round=1,
        encounter__decided_by=DecidedBy.BYE,
        encounter__annulled_at=None,
        vacant=True,
    )
    bye_sides = list(
        byes.select_related("encounter__stage__tournament", "entrant").prefetch_related("encounter__sides")
    )
    last = EncounterSide.objects.filter(encounter__stage=stage).aggregate(last=Max("seed"))["last"] or 0
    for side in sorted(bye_sides, key=lambda side: -_seed_opposite(side)):
        try:
            with transaction.atomic():
                side.seed = last + 1
                side.save(update_fields=["seed"])
                _fill_slot(Slot(side, entrant), change=change)
        except LaterPlayAffected:
            continue
        return
    raise NoPlaceForLate(why=_("every entrant with a bye has played since."))


def _fill_slot(slot: Slot, *, change: Change) -> None:
    encounter = slot.side.encounter
    bracket_slots.fill_slots([slot], change=change.refusing())
    advancing.fill_fed_slots(encounter, change=change.refusing())


def _seed_opposite(side: EncounterSide) -> int:
    return max((encounter_side.seed or 0 for encounter_side in side.encounter.sides.all()), default=0)
