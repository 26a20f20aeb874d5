from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from rules.standings.standings_rows import StandingsRow
from scoring.ledger import standings_requests
from scoring.models import Entry, Hand, Standing, StandingsCache
from scoring.standings.standings_rows import FIGURES, compute_rows, groups_are_coupled
from tournaments.database.row_locks import lock_rows
from tournaments.enums import TournamentState
from tournaments.live import counters
from tournaments.models import Group, Stage, Tournament

COMPARED_FIELDS: Final = (
    *FIGURES,
    *("group_id", "place", "rank", "tied", "strength", "byes", "qualified", "separated_by", "reasons"),
    *("outlook", "exact", "needs", "across_place", "across_rank", "across_reasons"),
)
"""All compared fields of a row."""

MAX_GROUPS_FOR_AGE: Final = 1000
"""The age of standings is looked up for at most this many groups."""

MAX_UNBEGUN_GROUPS: Final = 8
"""The number of groups without a hand that one refresh handles beside groups in play."""

Versions = Mapping[int, int]
"""The ledger version of each group by primary key."""

_VERSION: Final = F("standings_cache__moved") + F("stage__ledger_version")
_PLAY_BEGAN: Final = Q(stage__ledger_version__gt=0) | Q(
    Exists(StandingsCache.objects.filter(group__stage=OuterRef("stage")))
)
"""Groups of a stage in which any group's ledger was written to."""
_STALE: Final = Q(Q(standings_cache=None) & _PLAY_BEGAN) | Q(standings_cache__as_of__lt=_VERSION)
"""Groups whose rows are older than their ledger, or missing although their stage has begun.

The first refresh of a large stage leaves groups without a hand to later runs, so a process that dies in
between leaves them without rows.
"""


def refresh(*, stage: Stage, at: datetime) -> bool:
    """Recompute stale standings; return False if none were or another worker was faster.

    In a large stage groups in play come first: repeat while it `is_stale`. May run twice, late or
    concurrently.
    """
    # Versions are read before hands, so rows never claim to be too new.
    stale = _versions(_stale_groups(stage))
    if not stale:
        return False
    versions = _versions(stage.groups.all()) if groups_are_coupled(stage) else _groups_to_refresh(stale)
    return _store_standings(stage, versions, at=at)


def _groups_to_refresh(stale: Versions) -> Versions:
    """Groups in play and a few random ones, so that workers differ."""
    written = {pk: version for pk, version in stale.items() if version}
    unwritten = stale.keys() - written.keys()
    sample_size = min(len(unwritten), max(0, MAX_UNBEGUN_GROUPS - len(written)))
    return {**written, **dict.fromkeys(random.sample(sorted(unwritten), sample_size), 0)}


def rebuild(*, stage: Stage, at: datetime) -> None:
    _store_standings(stage, _versions(stage.groups.all()), at=at, even_if_fresh=True)


def is_stale(stage: Stage) -> bool:
    return _stale_groups(stage).exists()


def refresh_stale(*, tournament: Tournament, at: datetime) -> int:
    """Return how many were updated; request a task for each still stale."""
    stages = stale_stages().filter(tournament=tournament)
    refreshed = [stage for stage in stages if refresh(stage=stage, at=at)]
    for stage in refreshed:
        if is_stale(stage):
            standings_requests.request_standings(stage.pk)
    return len(refreshed)


def stale_stages() -> QuerySet[Stage]:
    stale = Group.objects.filter(_STALE).values("stage")
    return Stage.objects.filter(pk__in=stale).select_related("tournament").order_by("pk")


def stale_tournaments() -> QuerySet[Group, tuple[datetime, int]]:
    stale = Group.objects.filter(_STALE, stage__tournament__state=TournamentState.PLAYING)
    refreshed = Coalesce(Min("standings_cache__refreshed_at"), Min("stage__tournament__created_at"))
    tournaments = stale.values("stage__tournament").annotate(oldest_refresh=refreshed)
    in_order = tournaments.order_by("oldest_refresh", "stage__tournament")
    return in_order.values_list("oldest_refresh", "stage__tournament")


def oldest_uncounted_hand() -> datetime | None:
    """Return when the oldest hand missing from standings in play was received; None if none is missing.

    Looks at MAX_GROUPS_FOR_AGE groups at most.
    """
    # Two statements, so that other groups' hands aren't read.
    stale = Group.objects.filter(_STALE, stage__tournament__state=TournamentState.PLAYING)
    groups = list(stale.order_by("pk").values_list("pk", flat=True)[:MAX_GROUPS_FOR_AGE])
    refreshed = F("hand__match__encounter__group__standings_cache__refreshed_at")
    after_refresh = Q(received_at__gt=refreshed) | Q(
        hand__match__encounter__group__standings_cache__refreshed_at=None
    )
    entries = Entry.objects.filter(after_refresh, hand__match__encounter__group__in=groups)
    oldest: datetime | None = entries.aggregate(first=Min("received_at"))["first"] if groups else None
    return oldest


def read_current_rows(tournament: Tournament) -> Iterator[tuple[int, int, StandingsRow]]:
    """Yield group and entrant, as primary keys, with their row; only those as new as the ledger."""
    version = F("group__standings_cache__moved") + F("stage__ledger_version")
    current = Standing.objects.filter(
        stage__tournament=tournament,
        group__standings_cache__refreshed_at__isnull=False,
        group__standings_cache__as_of__gte=version,
    )
    for group, entrant, *figures in current.order_by("pk").values_list("group", "entrant", *FIGURES):
        yield group, entrant, StandingsRow(*figures)


def _stale_groups(stage: Stage) -> QuerySet[Group]:
    never = Q(standings_cache=None) | Q(standings_cache__refreshed_at=None)
    return stage.groups.filter(never | Q(standings_cache__as_of__lt=_VERSION))


def _versions(groups: QuerySet[Group]) -> Versions:
    version = Coalesce("standings_cache__moved", 0) + F("stage__ledger_version")
    return dict(groups.order_by("pk").annotate(version=version).values_list("pk", "version"))


def _store_standings(stage: Stage, versions: Versions, *, at: datetime, even_if_fresh: bool = False) -> bool:
    """Compute and store the rows of groups in `versions`; return False if another worker was faster.

    Locks the tournament before groups, like recording a hand and undoing a draw.
    """
    rows, hands = compute_rows(stage, versions), _hand_counts(versions)
    with transaction.atomic():
        counters.notify_standings(stage.tournament)
        existing_groups = set(Group.objects.filter(pk__in=versions).values_list("pk", flat=True))
        locked_tables = {
            table.group_id: table
            for table in lock_rows(StandingsCache.objects.filter(group__in=existing_groups)).order_by("pk")
        }
        stored_versions = {pk: _cached_version(locked_tables.get(pk)) for pk in existing_groups}
        if not even_if_fresh and not any(stored_versions[pk] < versions[pk] for pk in existing_groups):
            return False
        updated = sorted(pk for pk in existing_groups if stored_versions[pk] <= versions[pk])
        _replace_rows(stage, updated, [row for row in rows if row.group_id in updated])
        StandingsCache.objects.filter(group__in=updated).delete()
        StandingsCache.objects.bulk_create(
            [
                StandingsCache(
                    group_id=pk,
                    moved=locked_tables[pk].moved if pk in locked_tables else 0,
                    as_of=versions[pk],
                    hands=hands.get(pk, 0),
                    refreshed_at=at,
                )
                for pk in updated
            ]
        )
    return True


def _cached_version(table: StandingsCache | None) -> int:
    return -1 if table is None or table.refreshed_at is None else table.as_of


def _replace_rows(stage: Stage, groups: Iterable[int], rows: Iterable[Standing]) -> None:
    updated = {row.entrant_id: row for row in rows}
    existing = Standing.objects.filter(Q(group__in=groups) | Q(entrant__in=updated), stage=stage)
    stored = {row.entrant_id: row for row in existing}
    unchanged = {
        pk for pk in stored.keys() & updated.keys() if not any(_changed_fields(stored[pk], updated[pk]))
    }
    Standing.objects.filter(pk__in=[row.pk for pk, row in stored.items() if pk not in unchanged]).delete()
    Standing.objects.bulk_create([row for pk, row in updated.items() if pk not in unchanged])


def _changed_fields(stored: Standing, computed: Standing) -> Iterator[str]:
    return (name for name in COMPARED_FIELDS if getattr(stored, name) != getattr(computed, name))


def _hand_counts(groups: Iterable[int]) -> Mapping[int, int]:
    counting = Hand.objects.counting().filter(
        match__encounter__group__in=groups, match__encounter__annulled_at=None, current__void=False
    )
    return dict(counting.order_by().values_list("match__encounter__group").annotate(Count("pk")))


@dataclass(frozen=True)
class Difference:
    """A field that differs from the ledger; None if a row is missing."""

    entrant: str
    name: str
    stored: Any
    expected: Any


def find_differences(stage: Stage) -> Iterator[Difference]:
    """Compare stored rows with the ledger; yield nothing before the first are due."""
    if not stage.ledger_version and not StandingsCache.objects.filter(group__stage=stage).exists():
        return
    stored = {row.entrant_id: row for row in stage.standings.select_related("entrant").order_by("pk")}
    expected = {row.entrant_id: row for row in compute_rows(stage)}
    for pk in sorted(stored.keys() | expected.keys()):
        stored_row, expected_row = stored.get(pk), expected.get(pk)
        entrant = str((stored_row or expected[pk]).entrant)
        if stored_row is None or expected_row is None:
            yield Difference(
                entrant, "row", stored_row and stored_row.place, expected_row and expected_row.place
            )
            continue
        for name in _changed_fields(stored_row, expected_row):
            yield Difference(entrant, name, getattr(stored_row, name), getattr(expected_row, name))
