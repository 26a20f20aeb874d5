"""What rests on the draw of a stage, and goes with it when it is taken back."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import OuterRef, Q

from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, Group, Stage
from tournaments.models.counts import count_of

HAS_BEGUN = Q(state=EncounterState.PLAYING) | (Q(state=EncounterState.DECIDED) & ~Q(decided_by=DecidedBy.BYE))
"""The same as `slots.has_begun`, for the database."""


@dataclass(frozen=True)
class Gone:
    """What the taking back of a draw removes of a stage."""

    stage: Stage
    groups: int
    encounters: int


def what_goes(stage: Stage) -> list[Gone]:
    """What taking a draw back removes: of the stage, and of those that are drawn by its places."""
    resting = Stage.objects.filter(pk__in=[one.pk for one in resting_on(stage)])
    counted = resting.exclude(drawn_at=None).annotate(
        group_count=count_of(Group.objects.filter(stage=OuterRef("pk"))),
        encounter_count=count_of(Encounter.objects.filter(stage=OuterRef("pk"))),
    )
    return [Gone(one, one.group_count, one.encounter_count) for one in counted.order_by("position")]


def can_be_undone(stage: Stage) -> bool:
    """Whether nothing that rests on a draw has begun."""
    encounters = Encounter.objects.filter(stage__in=resting_on(stage))
    return stage.drawn_at is not None and not encounters.filter(HAS_BEGUN).exists()


def resting_on(stage: Stage) -> list[Stage]:
    """A stage and all that are fed by it, directly or not, by position."""
    stages = list(stage.tournament.stages.prefetch_related("feeds_in").order_by("position"))
    resting = {stage.pk}
    for one in stages:
        if any(feed.source_id in resting for feed in one.feeds_in.all()):
            resting.add(one.pk)
    return [one for one in stages if one.pk in resting]
