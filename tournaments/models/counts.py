"""What is told of a row by the rows that belong to it: how many they are, when the last one came."""

from __future__ import annotations

from typing import Any

from django.db.models import DateTimeField, F, Func, IntegerField, QuerySet, Subquery


def count_of(rows: QuerySet[Any]) -> Subquery:
    """The number of rows that name `OuterRef`, counted apart: joined, counts multiply each other's rows."""
    counted = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(counted=counted).values("counted"))


def newest_of(rows: QuerySet[Any], moment: str) -> Subquery:
    """The last of the moments of the rows that name `OuterRef`; null where there are none."""
    newest = Func(F(moment), function="MAX", output_field=DateTimeField())
    return Subquery(rows.order_by().annotate(newest=newest).values("newest"))
