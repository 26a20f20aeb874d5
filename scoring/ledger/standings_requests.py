from __future__ import annotations

from celery import current_app
from django.db import connection, transaction
from django.db.models import F

from scoring.models import StandingsCache
from tournaments.models import Group, Stage

REFRESH_STANDINGS = "scoring.tasks.refresh_standings"
_CACHE_TABLE, _GROUP_TABLE = StandingsCache._meta.db_table, Group._meta.db_table  # noqa: SLF001 - Django's own way to ask
_COUNT_WRITE_SQL = (
    f"UPDATE {_CACHE_TABLE} SET moved = moved + 1 WHERE group_id = %(own)s"  # noqa: S608 - names of our own tables
    " RETURNING as_of >= moved - 1 + %(version)s AND NOT EXISTS"
    f" (SELECT 1 FROM {_CACHE_TABLE} other JOIN {_GROUP_TABLE} beside ON beside.id = other.group_id"
    " WHERE beside.stage_id = %(stage)s AND other.group_id <> %(own)s"
    " AND other.as_of < other.moved + %(version)s)"
)
"""Counts a write to a group and returns whether all standings of its stage were fresh before."""


def count_stage_write(stage: Stage) -> None:
    """Lock the stage until commit, and request standings."""
    Stage.objects.filter(pk=stage.pk).update(ledger_version=F("ledger_version") + 1)
    if stage.has_standings:
        _request_on_commit(stage.pk)


def count_group_write(stage: Stage, group: int) -> None:
    """Mark the group's standings stale; if all of the stage were fresh, request a refresh on commit.

    The caller holds the tournament's lock.
    """
    params = {"own": group, "stage": stage.pk, "version": stage.ledger_version}
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_WRITE_SQL, params)
        row = cursor.fetchone()
    if row is None:
        StandingsCache.objects.create(group_id=group, moved=1)
    if row is None or row[0]:
        _request_on_commit(stage.pk)


def request_standings(stage_id: int) -> None:
    """If the broker is down, a sweep repairs it."""
    current_app.send_task(REFRESH_STANDINGS, args=[stage_id], retry=False)


def _request_on_commit(stage_id: int) -> None:
    transaction.on_commit(lambda: request_standings(stage_id), robust=True)
