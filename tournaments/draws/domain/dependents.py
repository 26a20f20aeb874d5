from __future__ import annotations

from dataclasses import dataclass

from django.db.models import OuterRef, Q

from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, Group, Stage
from tournaments.models.aggregate_subqueries import count_subquery

HAS_BEGUN = Q(state=EncounterState.PLAYING) | (Q(state=EncounterState.DECIDED) & ~Q(decided_by=DecidedBy.BYE))
"""Like `begun_encounters.has_begun`, but also where an entrant left before any hand."""


@dataclass(frozen=True)
class Removal:
    stage: Stage
    groups: int
    encounters: int


def removals_of(stage: Stage) -> list[Removal]:
    """Return what revoking removes: drawn stages among this one and its dependents, with counts."""
    dependent_stages = Stage.objects.filter(
        pk__in=[dependent.pk for dependent in stage_with_dependents(stage)]
    )
    counted = dependent_stages.exclude(drawn_at=None).annotate(
        group_count=count_subquery(Group.objects.filter(stage=OuterRef("pk"))),
        encounter_count=count_subquery(Encounter.objects.filter(stage=OuterRef("pk"))),
    )
    return [
        Removal(drawn_stage, drawn_stage.group_count, drawn_stage.encounter_count)
        for drawn_stage in counted.order_by("position")
    ]


def can_revoke_draw(stage: Stage) -> bool:
    encounters = Encounter.objects.filter(stage__in=stage_with_dependents(stage))
    return stage.drawn_at is not None and not encounters.filter(HAS_BEGUN).exists()


def stage_with_dependents(stage: Stage) -> list[Stage]:
    """Also indirect ones."""
    stages = list(stage.tournament.stages.prefetch_related("feeds_in").order_by("position"))
    dependent_pks = {stage.pk}
    for later_stage in stages:
        if any(feed.source_id in dependent_pks for feed in later_stage.feeds_in.all()):
            dependent_pks.add(later_stage.pk)
    return [later_stage for later_stage in stages if later_stage.pk in dependent_pks]
