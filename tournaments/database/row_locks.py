"""Rows that are held until commit, so that two who change the same thing take turns."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from django.db import transaction
from django.db.models import Manager, Model, QuerySet

from tournaments.models import Encounter, Tournament
from tournaments.refusals import GoneMeanwhile

Row = TypeVar("Row", bound=Model)


class _DrawnMeanwhile(Exception):  # noqa: N818 - a reason to begin again
    """Encounters came into being while we waited for the others."""


def hold(rows: QuerySet[Row] | Manager[Row]) -> QuerySet[Row]:
    """The same rows, once they are read held until commit; what they are joined to is not.

    Rows that refer to them are stored meanwhile (`FOR NO KEY UPDATE`): what a row refers to is looked for at
    the commit, when the tournament's counter is held already, and would wait in a circle for whoever waits
    for that. In which order rows are held: `docs/decisions/one-lock-an-encounter.md`.
    """
    return rows.all().select_for_update(of=("self",), no_key=True)


def get_or_refuse(rows: QuerySet[Row] | Manager[Row], key: int) -> Row:
    """The row of a primary key that a view has read before. Raises GoneMeanwhile if it was removed since."""
    row = rows.filter(pk=key).first()
    if row is None:
        raise GoneMeanwhile
    return row


def hold_tournament(tournament: Tournament, *, tables: bool = False) -> Tournament:
    """The tournament as it is now: until commit no hand is stored in it, nothing decided, nothing drawn.

    With `tables` nobody takes a table over either. Groups and a knock-out may be drawn while we wait. Then we
    let go of everything and begin again: to take what is missing now would be against the order.
    """
    while True:
        with suppress(_DrawnMeanwhile), transaction.atomic():
            return _hold_all(tournament, tables=tables)


def _hold_all(tournament: Tournament, *, tables: bool) -> Tournament:
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    held = list(hold(encounters).order_by("pk"))
    if tables:
        list(hold(tournament.tables).order_by("pk"))
    if held:  # a draw that is just being made holds the tournament and comes to the stages after it
        list(hold(tournament.stages).order_by("pk"))
    locked = hold(Tournament.objects).get(pk=tournament.pk)
    if encounters.count() != len(held):
        raise _DrawnMeanwhile
    return locked
