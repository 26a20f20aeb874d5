"""For the order of locks see `docs/decisions/locks.md`."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from django.db import transaction
from django.db.models import Manager, Model, QuerySet

from tournaments.models import Encounter, Tournament
from tournaments.refusals import GoneMeanwhile

Row = TypeVar("Row", bound=Model)


class _EncountersDrawn(Exception):  # noqa: N818 - a reason to retry
    pass


def lock_rows(rows: QuerySet[Row] | Manager[Row]) -> QuerySet[Row]:
    """Lock rows once they are read, but not joined rows.

    `FOR NO KEY UPDATE`: otherwise foreign keys, checked at commit with the tournament's counter locked, would
    deadlock.
    """
    return rows.all().select_for_update(of=("self",), no_key=True)


def get_or_refuse(rows: QuerySet[Row] | Manager[Row], key: int) -> Row:
    """Raise GoneMeanwhile if it was removed since it was read."""
    row = rows.filter(pk=key).first()
    if row is None:
        raise GoneMeanwhile
    return row


def lock_whole_tournament(tournament: Tournament, *, tables: bool = False) -> Tournament:
    """Until commit no hand, decision or draw is stored in it.

    With `tables`, no keeper takes over. If encounters are drawn during the wait, retry in order.
    """
    while True:
        with suppress(_EncountersDrawn), transaction.atomic():
            return _lock_all(tournament, tables=tables)


def _lock_all(tournament: Tournament, *, tables: bool) -> Tournament:
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    locked_encounters = list(lock_rows(encounters).order_by("pk"))
    if tables:
        list(lock_rows(tournament.tables).order_by("pk"))
    if locked_encounters:  # a running draw locks the tournament before the stages after it
        list(lock_rows(tournament.stages).order_by("pk"))
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    if encounters.count() != len(locked_encounters):
        raise _EncountersDrawn
    return locked
