"""Whatever thousands of rows refer to can be read with them on SQLite, too."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In
from django.db.models.sql.compiler import SQLCompiler


def let_sqlite_read_thousands() -> None:
    """Have rows asked for by their keys in a list, as other databases are asked.

    To prefetch what a foreign key names, Django 5.2 asks SQLite for `key = 1 OR key = 2 OR …`, and SQLite
    reads a thousand of these at most. Every pair of a large tournament is a term.
    """
    TupleIn.as_sqlite = _as_sqlite  # type: ignore[attr-defined]


def _as_sqlite(lookup: Any, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
    if len(lookup.lhs) != 1 or not lookup.rhs_is_direct_value():
        told: tuple[str, Any] = lookup.as_sql(compiler, connection)
        return told
    (column,) = lookup.lhs
    return compiler.compile(In(column, [key for (key,) in lookup.rhs]))
