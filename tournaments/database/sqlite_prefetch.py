from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In
from django.db.models.sql.compiler import SQLCompiler


def patch_sqlite_prefetch() -> None:
    """Django's `key = 1 OR key = 2 OR …` is limited to a thousand terms."""
    TupleIn.as_sqlite = _as_sqlite  # type: ignore[attr-defined]


def _as_sqlite(lookup: Any, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
    if len(lookup.lhs) != 1 or not lookup.rhs_is_direct_value():
        compiled: tuple[str, Any] = lookup.as_sql(compiler, connection)
        return compiled
    (column,) = lookup.lhs
    return compiler.compile(In(column, [key for (key,) in lookup.rhs]))
