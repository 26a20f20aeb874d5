from __future__ import annotations

from datetime import datetime

from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide
from tournaments.models.encounter import EncounterQuerySet
from tournaments.schedule.bracket_slots import decide_without_play
from tournaments.tables.domain.play_order import leave_closed_table


def annul_encounter(encounter: Encounter, *, at: datetime) -> None:
    encounter.annulled_at = at
    encounter.save(update_fields=["annulled_at"])


def replace_encounter(encounter: Encounter, *, at: datetime) -> Encounter:
    """Annul an encounter and create one without hands, with the same sides and bracket links.

    The new one may be decided without play at once. Table and turn stay, unless the table is closed. Entrants
    who have advanced stay there. Caller holds the locks.
    """
    queue_place = encounter.queue_place
    encounter.annulled_at, encounter.queue_place = at, None
    encounter.save(update_fields=["annulled_at", "queue_place"])
    replacement = Encounter.objects.create(
        stage=encounter.stage,
        group=encounter.group,
        part=encounter.part,
        round=encounter.round,
        position=encounter.position,
        table=encounter.table,
        queue_place=queue_place,
        state=EncounterState.PENDING,
    )
    EncounterSide.objects.bulk_create(_copy_side(side, replacement) for side in encounter.sides_in_order)
    fed_sides = EncounterSide.objects.filter(from_encounter=encounter, encounter__annulled_at=None)
    fed_sides.update(from_encounter=replacement)
    decide_without_play(replacement, at=at)
    leave_closed_table(replacement)
    return replacement


def _copy_side(side: EncounterSide, replacement: Encounter) -> EncounterSide:
    """Return an unsaved copy without a result."""
    return EncounterSide(
        encounter=replacement,
        letter=side.letter,
        entrant=side.entrant,
        from_group=side.from_group,
        from_rank=side.from_rank,
        from_encounter=side.from_encounter,
        from_place=side.from_place,
        seed=side.seed,
        vacant=side.vacant,
    )


def replacement_of(encounter: Encounter) -> Encounter | None:
    if encounter.annulled_at is None:
        return None
    return _in_same_position(encounter).not_annulled().exclude(pk=encounter.pk).first()


def replaced_encounter(encounter: Encounter) -> Encounter | None:
    """No query after `EncounterQuerySet.with_replaced` found none."""
    if not getattr(encounter, "replaces", True):
        return None
    annulled = _in_same_position(encounter).filter(annulled_at__isnull=False)
    return annulled.prefetch_related("sides__entrant").order_by("annulled_at", "pk").last()


def _in_same_position(encounter: Encounter) -> EncounterQuerySet:
    place = {name: getattr(encounter, name) for name in ("stage_id", "group_id", "part", "round", "position")}
    return Encounter.objects.filter(**place)
