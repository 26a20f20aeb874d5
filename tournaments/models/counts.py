"""How many rows belong to a row, told beside it."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Func, IntegerField, QuerySet, Subquery


def count_of(rows: QuerySet[Any]) -> Subquery:
    """The number of rows that name `OuterRef`, counted apart: joined, counts multiply each other's rows."""
    counted = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(counted=counted).values("counted"))
