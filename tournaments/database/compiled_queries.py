"""For the queries of each hand, which the ORM takes longer to compile than the database to run."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import wraps
from typing import Any, TypeVar, cast

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")


def compiled_query(build: Callable[..., QuerySet[Any, Row]]) -> Callable[..., list[Row]]:
    """Turn a function that builds a queryset into one that takes values by position and returns its rows.

    `build` runs once per kind of database: its arguments are placeholders, which it may only filter by.
    """
    names = inspect.signature(build).parameters
    by_vendor: dict[str, QuerySet[Any, Row]] = {}

    @wraps(build)
    def read_rows(*values: object) -> list[Row]:
        if connection.vendor not in by_vendor:
            by_vendor[connection.vendor] = _compile_queryset(build(*map(_Placeholder, names)))
        rows = by_vendor[connection.vendor].all()
        cast(_CompiledQuery, rows.query).parameter_values = dict(zip(names, values, strict=True))
        return list(rows)

    return read_rows


def _compile_queryset(rows: QuerySet[Any, Row]) -> QuerySet[Any, Row]:
    """Compile `rows` once and return it; its copies only fill in values."""
    compiler = rows.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    assert not compiler.has_extra_select  # a column that only orders rows
    converters = compiler.get_converters([column for column, *_rest in compiler.select])
    attributes = {"sql": sql, "params": params, "converters": converters}
    compiler.__class__ = type("Compiled", (_FilledCompiler, type(compiler)), attributes)
    rows.query.__class__ = _CompiledQuery
    cast(_CompiledQuery, rows.query).sql_compiler = compiler
    return rows


class _Placeholder(Expression):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class _CompiledQuery(Query):
    sql_compiler: SQLCompiler
    parameter_values: Mapping[str, object]

    def get_compiler(
        self,
        using: str | None = None,
        connection: BaseDatabaseWrapper | None = None,
        elide_empty: bool = True,
    ) -> SQLCompiler:
        compiler = copy(self.sql_compiler)
        compiler.query, compiler.connection = self, connection or transaction.get_connection(using)
        return compiler


class _FilledCompiler(SQLCompiler):
    sql: str
    params: Iterable[object]
    converters: Mapping[int, Any]
    query: _CompiledQuery

    def as_sql(self, *_args: object, **_options: object) -> tuple[str, tuple[Any, ...]]:
        if self.query.select_for_update and not self.connection.in_atomic_block:
            raise transaction.TransactionManagementError("rows are held within a transaction only")
        values = self.query.parameter_values
        return self.sql, tuple(
            values[param.name] if isinstance(param, _Placeholder) else param for param in self.params
        )

    def get_converters(self, expressions: object) -> Any:
        return self.converters
