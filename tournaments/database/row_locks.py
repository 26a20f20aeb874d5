"""Row locks until commit."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from django.db import transaction
from django.db.models import Manager, Model, QuerySet

from tournaments.models import Encounter, Tournament
from tournaments.refusals import GoneMeanwhile

Row = TypeVar("Row", bound=Model)


class _DrawnMeanwhile(Exception):  # noqa: N818 - a reason to retry
    """Raised when encounters were drawn during the wait for locks."""


def hold(rows: QuerySet[Row] | Manager[Row]) -> QuerySet[Row]:
    """Lock rows until commit once they are read; joined rows are not locked.

    Rows that refer to them can still be inserted (`FOR NO KEY UPDATE`): checking foreign keys at commit, with
    the tournament's counter locked, would deadlock. For the order see
    `docs/decisions/locks.md`.
    """
    return rows.all().select_for_update(of=("self",), no_key=True)


def get_or_refuse(rows: QuerySet[Row] | Manager[Row], key: int) -> Row:
    """Return a row read before. Raises GoneMeanwhile if it was removed since."""
    row = rows.filter(pk=key).first()
    if row is None:
        raise GoneMeanwhile
    return row


def hold_tournament(tournament: Tournament, *, tables: bool = False) -> Tournament:
    """Lock a tournament: until commit no hand, decision or draw is stored in it.

    With `tables`, no keeper takes over either. If encounters are drawn during the wait, release all locks and
    retry, to keep the lock order.
    """
    while True:
        with suppress(_DrawnMeanwhile), transaction.atomic():
            return _hold_all(tournament, tables=tables)


def _hold_all(tournament: Tournament, *, tables: bool) -> Tournament:
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    locked_encounters = list(hold(encounters).order_by("pk"))
    if tables:
        list(hold(tournament.tables).order_by("pk"))
    if locked_encounters:  # a running draw locks the tournament before the stages after it
        list(hold(tournament.stages).order_by("pk"))
    locked = hold(Tournament.objects).get(pk=tournament.pk)
    if encounters.count() != len(locked_encounters):
        raise _DrawnMeanwhile
    return locked
