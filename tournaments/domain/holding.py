"""Rows that are held until commit, so that two who change the same thing take turns."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Manager, Model, QuerySet

Row = TypeVar("Row", bound=Model)


def hold(rows: QuerySet[Row] | Manager[Row]) -> QuerySet[Row]:
    """The same rows, once they are read held until commit; what they are joined to is not.

    Rows that refer to them are stored meanwhile (`FOR NO KEY UPDATE`): what a row refers to is looked for at
    the commit, when the tournament's counter is held already, and would wait in a circle for whoever waits
    for that. In which order rows are held: `docs/decisions/one-lock-an-encounter.md`.
    """
    return rows.all().select_for_update(of=("self",), no_key=True)
