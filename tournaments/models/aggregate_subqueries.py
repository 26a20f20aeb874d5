from __future__ import annotations

from typing import Any

from django.db.models import DateTimeField, F, Func, IntegerField, QuerySet, Subquery


def count_subquery(rows: QuerySet[Any]) -> Subquery:
    """Joins would multiply each other's counts."""
    counted = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(counted=counted).values("counted"))


def newest_subquery(rows: QuerySet[Any], moment: str) -> Subquery:
    newest = Func(F(moment), function="MAX", output_field=DateTimeField())
    return Subquery(rows.order_by().annotate(newest=newest).values("newest"))
