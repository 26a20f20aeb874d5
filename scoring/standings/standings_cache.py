"""The standing rows that pages show. Made anew from the ledger group by group, never added to."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from scoring.ledger import standings_requests
from scoring.models import Entry, Hand, KeptTable, Standing
from scoring.standings.standings_rows import FIGURES, hang_together, rows_of
from tournaments.database.bulk_insert import insert_many
from tournaments.database.row_locks import hold
from tournaments.enums import TournamentState
from tournaments.live import counters
from tournaments.models import Group, Stage, Tournament

COMPARED: Final = (
    *FIGURES,
    *("group_id", "place", "rank", "tied", "strength", "byes", "qualified", "reasons"),
    *("outlook", "exact", "needs", "across_place", "across_rank", "across_reasons"),
)
"""Everything that a row holds."""

MOST_LOOKED_AT: Final = 1000
"""Of so many groups at most it is looked up how old their standings are."""

MOST_NOT_BEGUN: Final = 8
"""Groups without a hand whose first rows are made beside those of groups in play; others come next time."""

Versions = Mapping[int, int]
"""How far the ledger of each group is, by its primary key."""

_VERSION: Final = F("kept_table__moved") + F("stage__ledger_version")
_BEGUN: Final = Q(stage__ledger_version__gt=0) | Q(
    Exists(KeptTable.objects.filter(group__stage=OuterRef("stage")))
)
"""Groups of a stage whose ledger was written to, in whichever group."""
_STALE: Final = Q(Q(kept_table=None) & _BEGUN) | Q(kept_table__as_of__lt=_VERSION)
"""Groups whose rows are older than their ledger, or missing although play in their stage has begun.

The first refresh of a large stage leaves groups without a hand to later turns, so a process that dies in
between leaves them without rows.
"""


def refresh(*, stage: Stage, at: datetime) -> bool:
    """Bring the standing rows of a tabular stage up to its ledger. False when they were so already.

    Of a large stage that was drawn anew the groups in which play has begun come first: ask again for the rest
    while it `is_stale`. Safe to run twice, late, or at once with another: the versions are read before the
    hands, so that rows never claim to be newer than they are. While rows are worked out nothing is held.
    """
    stale = _versions(_stale_groups(stage))
    if not stale:
        return False
    wanted = _versions(stage.groups.all()) if hang_together(stage) else _next_of(stale)
    return _keep(stage, wanted, at=at)


def _next_of(stale: Versions) -> Versions:
    """Those that were written to, and a few of the others by chance: who works beside takes other ones."""
    written = {pk: version for pk, version in stale.items() if version}
    others = stale.keys() - written.keys()
    soon = min(len(others), max(0, MOST_NOT_BEGUN - len(written)))
    return {**written, **dict.fromkeys(random.sample(sorted(others), soon), 0)}


def rebuild(*, stage: Stage, at: datetime) -> None:
    """Make the rows of a stage anew, however fresh they say they are."""
    _keep(stage, _versions(stage.groups.all()), at=at, anew=True)


def is_stale(stage: Stage) -> bool:
    """Whether rows of a stage are older than its ledger."""
    return _stale_groups(stage).exists()


def refresh_stale(*, tournament: Tournament, at: datetime) -> int:
    """Refresh the stages that a dead broker, worker or server left stale; return how many these were.

    Groups that a refresh leaves to later turns are refreshed by a task, not by the next sweep.
    """
    stages = stale_stages().filter(tournament=tournament)
    refreshed = [stage for stage in stages if refresh(stage=stage, at=at)]
    for stage in refreshed:
        if is_stale(stage):
            standings_requests.ask_for_standings(stage.pk)
    return len(refreshed)


def stale_stages() -> QuerySet[Stage]:
    """The stages with rows that are older than their ledger, or missing."""
    stale = Group.objects.filter(_STALE).values("stage")
    return Stage.objects.filter(pk__in=stale).select_related("tournament").order_by("pk")


def due() -> QuerySet[Group, tuple[datetime, int]]:
    """The tournaments in play with rows that are older than their ledger, by when these were made."""
    stale = Group.objects.filter(_STALE, stage__tournament__state=TournamentState.PLAYING)
    made = Coalesce(Min("kept_table__refreshed_at"), Min("stage__tournament__created_at"))
    tournaments = stale.values("stage__tournament").annotate(made=made).order_by("made")
    return tournaments.values_list("made", "stage__tournament")


def uncounted_since() -> datetime | None:
    """When the oldest hand was stored that no standings of a tournament in play show; None without any.

    In two statements: the groups are named to the second one, which then looks at no others' hands.
    """
    stale = Group.objects.filter(_STALE, stage__tournament__state=TournamentState.PLAYING)
    groups = list(stale.order_by("pk").values_list("pk", flat=True)[:MOST_LOOKED_AT])
    made = F("hand__match__encounter__group__kept_table__refreshed_at")
    later = Q(received_at__gt=made) | Q(hand__match__encounter__group__kept_table__refreshed_at=None)
    of_them = Entry.objects.filter(later, hand__match__encounter__group__in=groups)
    first: datetime | None = of_them.aggregate(first=Min("received_at"))["first"] if groups else None
    return first


def _stale_groups(stage: Stage) -> QuerySet[Group]:
    never = Q(kept_table=None) | Q(kept_table__refreshed_at=None)
    return stage.groups.filter(never | Q(kept_table__as_of__lt=_VERSION))


def _versions(groups: QuerySet[Group]) -> Versions:
    version = Coalesce("kept_table__moved", 0) + F("stage__ledger_version")
    return dict(groups.order_by("pk").annotate(version=version).values_list("pk", "version"))


def _keep(stage: Stage, versions: Versions, *, at: datetime, anew: bool = False) -> bool:
    """Work the rows of groups out, and store what is otherwise; False where others were quicker.

    The tournament is held before what is known of its groups, as by every hand: a draw that is taken back
    removes both under it.
    """
    rows, hands = rows_of(stage, versions), _hands(versions)
    with transaction.atomic():
        counters.tell_standings(stage.tournament)
        there = set(Group.objects.filter(pk__in=versions).values_list("pk", flat=True))
        known = {one.group_id: one for one in hold(KeptTable.objects.filter(group__in=there)).order_by("pk")}
        shown = {pk: _shown(known.get(pk)) for pk in there}
        if not anew and not any(shown[pk] < versions[pk] for pk in there):
            return False
        own = sorted(pk for pk in there if shown[pk] <= versions[pk])
        _store(stage, own, [row for row in rows if row.group_id in own])
        KeptTable.objects.filter(group__in=own).delete()
        insert_many(
            [
                KeptTable(
                    group_id=pk,
                    moved=known[pk].moved if pk in known else 0,
                    as_of=versions[pk],
                    hands=hands.get(pk, 0),
                    refreshed_at=at,
                )
                for pk in own
            ]
        )
    return True


def _shown(table: KeptTable | None) -> int:
    """The version that the rows of a group show; below every one while there are none."""
    return -1 if table is None or table.refreshed_at is None else table.as_of


def _store(stage: Stage, groups: Iterable[int], rows: Iterable[Standing]) -> None:
    """Put the rows of groups in the place of those that are there, as far as they differ."""
    wanted = {row.entrant_id: row for row in rows}
    there = Standing.objects.filter(Q(group__in=groups) | Q(entrant__in=wanted), stage=stage)
    stored = {row.entrant_id: row for row in there}
    same = {pk for pk in stored.keys() & wanted.keys() if not any(_differing(stored[pk], wanted[pk]))}
    Standing.objects.filter(pk__in=[row.pk for pk, row in stored.items() if pk not in same]).delete()
    insert_many([row for pk, row in wanted.items() if pk not in same])


def _differing(one: Standing, other: Standing) -> Iterator[str]:
    return (name for name in COMPARED if getattr(one, name) != getattr(other, name))


def _hands(groups: Iterable[int]) -> Mapping[int, int]:
    """How many hands the rows of each group rest on."""
    standing = Hand.objects.counting().filter(
        match__encounter__group__in=groups, match__encounter__annulled_at=None, current__void=False
    )
    return dict(standing.order_by().values_list("match__encounter__group").annotate(Count("pk")))


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
    if not stage.ledger_version and not KeptTable.objects.filter(group__stage=stage).exists():
        return
    stored = {row.entrant_id: row for row in stage.standings.select_related("entrant").order_by("pk")}
    wanted = {row.entrant_id: row for row in rows_of(stage)}
    for pk in sorted(stored.keys() | wanted.keys()):
        one, other = stored.get(pk), wanted.get(pk)
        named = str((one or wanted[pk]).entrant)
        if one is None or other is None:
            yield Difference(named, "row", one and one.place, other and other.place)
            continue
        for name in _differing(one, other):
            yield Difference(named, name, getattr(one, name), getattr(other, name))
