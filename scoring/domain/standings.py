"""The standing rows that pages show. Made anew from the ledger each time, never added to."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.models import Hand, Standing, StandingsTable
from tournaments.domain import counter
from tournaments.enums import StageKind
from tournaments.models import Group, GroupPlace, Stage

from .decisions import advancing
from .ranking import RankedEntrant, rank_groups

_FIGURES = (
    "encounters_played",
    "encounters_won",
    "matches_won",
    "matches_lost",
    "penalties",
    "opponents_penalties",
    "infractions",
)


@transaction.atomic
def refresh(*, stage: Stage, at: datetime) -> bool:
    """Bring a group stage's standing rows up to its ledger. False when they were so already.

    Safe to run twice, late, or at once with another: the version is read before the hands, so that rows
    never claim to be newer than they are.
    """
    StandingsTable.objects.get_or_create(stage=stage)
    table = StandingsTable.objects.select_for_update().get(stage=stage)
    version = Stage.objects.values_list("ledger_version", flat=True).get(pk=stage.pk)
    if table.as_of >= version and table.refreshed_at is not None:
        return False
    Standing.objects.bulk_create(
        _rows(stage),
        update_conflicts=True,
        unique_fields=["stage", "entrant"],
        update_fields=["group", "place", "rank", "tied", "qualified", "reasons", *_FIGURES],
    )
    table.as_of, table.refreshed_at = version, at
    table.hands = Hand.objects.counting().filter(match__encounter__stage=stage, current__void=False).count()
    table.save(update_fields=["as_of", "refreshed_at", "hands"])
    counter.touch(stage.tournament)
    return True


def stale_stages() -> QuerySet[Stage]:
    """Group stages whose standings are older than their ledger, for the sweep."""
    as_of = StandingsTable.objects.filter(stage=OuterRef("pk")).values("as_of")
    return (
        Stage.objects.filter(kind=StageKind.GROUPS)
        .annotate(as_of=Coalesce(Subquery(as_of), 0))
        .filter(Q(as_of__lt=F("ledger_version")))
        .order_by("pk")
    )


def _rows(stage: Stage) -> list[Standing]:
    groups = list(stage.groups.select_related("stage").order_by("position"))
    decided = set(
        GroupPlace.objects.filter(group__stage=stage, rank__isnull=False).values_list("group", flat=True)
    )
    through = advancing(groups[0]) if groups else 0
    return [
        _row(group, ranked, qualified=group.pk in decided and ranked.rank <= through)
        for group, ranking in zip(groups, rank_groups(groups).values(), strict=True)
        for ranked in ranking
    ]


def _row(group: Group, ranked: RankedEntrant, *, qualified: bool) -> Standing:
    return Standing(
        stage_id=group.stage_id,
        group=group,
        entrant=ranked.entrant,
        place=ranked.place,
        rank=ranked.rank,
        tied=ranked.tied,
        qualified=qualified,
        reasons=[ranked.reason.to_dict()] if ranked.reason else [],
        **{name: getattr(ranked.row, name) for name in _FIGURES},
    )
