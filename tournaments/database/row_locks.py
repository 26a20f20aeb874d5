"""Order of locks: `docs/decisions/locks.md`."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from django.db import transaction
from django.db.models import Manager, Model, QuerySet

from tournaments.models import Encounter, Tournament
from tournaments.refusals import RemovedMeanwhile

Row = TypeVar("Row", bound=Model)


class _EncountersDrawn(Exception):  # noqa: N818 - a reason to retry
    pass


def lock_rows(rows: QuerySet[Row] | Manager[Row]) -> QuerySet[Row]:
    """Don't lock joined rows.

    `FOR NO KEY UPDATE`: foreign keys, checked at commit with the tournament's counter locked, would deadlock.
    """
    return rows.all().select_for_update(of=("self",), no_key=True)


def get_or_refuse(rows: QuerySet[Row] | Manager[Row], key: int) -> Row:
    """Raise RemovedMeanwhile."""
    row = rows.filter(pk=key).first()
    if row is None:
        raise RemovedMeanwhile
    return row


def lock_whole_tournament(tournament: Tournament, *, tables: bool = False) -> Tournament:
    """No hand, decision or draw is stored; with `tables`, no keeper takes over.

    Retries if encounters are drawn during the wait.
    """
    while True:
        with suppress(_EncountersDrawn), transaction.atomic():
            return _lock_all(tournament, tables=tables)


def _lock_all(tournament: Tournament, *, tables: bool) -> Tournament:
    """Lock encounters, tables with `tables`, stages if there are encounters, last the returned tournament.

    Needs a transaction. Raises _EncountersDrawn if a draw added encounters meanwhile.
    """
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
