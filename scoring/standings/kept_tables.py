"""The standing rows that pages show. Made anew from the ledger each time, never added to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.models import Hand, Standing, StandingsTable
from scoring.standings.rows import FIGURES, rows_of
from tournaments.domain import counter
from tournaments.domain.bulk import insert_many
from tournaments.domain.holding import hold
from tournaments.enums import TABULAR
from tournaments.models import Stage

COMPARED: Final = (
    *FIGURES,
    *("group_id", "place", "rank", "tied", "strength", "byes", "qualified", "reasons"),
    *("outlook", "exact", "needs", "across_place", "across_rank", "across_reasons"),
)
"""Everything that a row holds."""


@transaction.atomic
def refresh(*, stage: Stage, at: datetime) -> bool:
    """Bring the standing rows of a tabular stage up to its ledger. False when they were so already.

    Safe to run twice, late, or at once with another: the version is read before the hands, so that rows
    never claim to be newer than they are.
    """
    StandingsTable.objects.get_or_create(stage=stage)
    table = hold(StandingsTable.objects).get(stage=stage)
    version = Stage.objects.values_list("ledger_version", flat=True).get(pk=stage.pk)
    if table.as_of >= version and table.refreshed_at is not None:
        return False
    _store(stage, table, version, at=at)
    return True


@transaction.atomic
def rebuild(*, stage: Stage, at: datetime) -> None:
    """Make the rows of a stage anew, however fresh they say they are."""
    StandingsTable.objects.get_or_create(stage=stage)
    table = hold(StandingsTable.objects).get(stage=stage)
    version = Stage.objects.values_list("ledger_version", flat=True).get(pk=stage.pk)
    _store(stage, table, version, at=at)


def _store(stage: Stage, table: StandingsTable, version: int, *, at: datetime) -> None:
    rows = rows_of(stage)
    counter.tell(stage.tournament)  # holds it: a draw taken back, under it, removes rows with their groups
    Standing.objects.filter(stage=stage).delete()
    insert_many(rows)
    table.as_of, table.refreshed_at = version, at
    table.hands = _hands(stage)
    table.save(update_fields=["as_of", "refreshed_at", "hands"])


def _hands(stage: Stage) -> int:
    standing = Hand.objects.counting().filter(match__encounter__stage=stage, current__void=False)
    return standing.filter(match__encounter__annulled_at=None).count()


def stale_stages() -> QuerySet[Stage]:
    """Tabular stages whose standings are older than their ledger, for the sweep."""
    as_of = StandingsTable.objects.filter(stage=OuterRef("pk")).values("as_of")
    return (
        Stage.objects.filter(kind__in=TABULAR)
        .annotate(as_of=Coalesce(Subquery(as_of), 0))
        .filter(Q(as_of__lt=F("ledger_version")))
        .order_by("pk")
    )


@dataclass(frozen=True)
class Difference:
    """A figure of a row that is not what the ledger gives; None where one of the rows is missing."""

    entrant: str
    name: str
    stored: Any
    wanted: Any


def differences(stage: Stage) -> Iterator[Difference]:
    """Everything in which the stored rows of a stage differ from its ledger. Reads only.

    A stage whose ledger nobody has written to has no rows yet, and needs none.
    """
    if not stage.ledger_version and not stage.standings.exists():
        return
    stored = {row.entrant_id: row for row in stage.standings.select_related("entrant").order_by("pk")}
    wanted = {row.entrant_id: row for row in rows_of(stage)}
    for pk in sorted(stored.keys() | wanted.keys()):
        one, other = stored.get(pk), wanted.get(pk)
        named = str((one or wanted[pk]).entrant)
        if one is None or other is None:
            yield Difference(named, "row", one and one.place, other and other.place)
            continue
        for name in COMPARED:
            if getattr(one, name) != getattr(other, name):
                yield Difference(named, name, getattr(one, name), getattr(other, name))
