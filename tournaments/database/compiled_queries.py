"""The ORM takes several times as long as the database."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from datetime import datetime
from functools import wraps
from typing import Any, Generic, TypeVar, cast

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, Lookup, Manager, Model, QuerySet
from django.db.models.sql import InsertQuery, Query
from django.db.models.sql.compiler import SQLCompiler

from tournaments.database.prepared_statements import prepared_cursor

Row = TypeVar("Row")
Related = TypeVar("Related", bound=Model)


def compiled_query(build: Callable[..., QuerySet[Any, Row]]) -> Callable[..., list[Row]]:
    """Turn a function that builds a queryset into one that takes values by position and returns its rows.

    `build` runs once per kind of database: its arguments are placeholders, which it may only filter by (lists
    with `among`).
    """
    names = inspect.signature(build).parameters
    by_vendor: dict[str, QuerySet[Any, Row]] = {}

    @wraps(build)
    def read_rows(*values: object) -> list[Row]:
        if connection.vendor not in by_vendor:
            by_vendor[connection.vendor] = _compile_queryset(build(*map(Placeholder, names)))
        rows = by_vendor[connection.vendor].all()
        cast(_CompiledQuery, rows.query).parameter_values = dict(
            zip(names, map(_database_value, values), strict=True)
        )
        return list(rows)

    return read_rows


def compiled_insert(row: Model) -> Callable[[Mapping[str, object]], None]:
    """Compile, for the current kind of database, a function that inserts a row like `row`, without key.

    It takes a mapping with a prepared value for each `Placeholder` in `row`.
    """
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]  # noqa: SLF001 - documented
    query = InsertQuery(type(row))
    query.insert_values(fields, [row])
    ((sql, params),) = query.get_compiler(connection=connection).as_sql()

    def insert_row(values: Mapping[str, object]) -> None:
        with prepared_cursor(connection) as cursor:
            cursor.execute(sql, _fill_placeholders(params, values))

    return insert_row


def prefill_related(related: Manager[Related], rows: Iterable[Related]) -> None:
    field, parent = related.field, related.instance  # type: ignore[attr-defined]
    prefetched = _PrefetchedRows(rows, lambda: related.model._default_manager.filter(**{field.name: parent}))  # noqa: SLF001
    for row in prefetched:
        setattr(row, field.name, parent)
    cache = parent.__dict__.setdefault("_prefetched_objects_cache", {})
    cache[field.remote_field.cache_name] = prefetched


class _PrefetchedRows(Generic[Related]):
    """Creating hundreds of querysets takes longer than reading their rows."""

    def __init__(self, rows: Iterable[Related], queryset: Callable[[], QuerySet[Related]]) -> None:
        self._rows, self._queryset = list(rows), queryset

    def __iter__(self) -> Iterator[Related]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> Related:
        return self._rows[index]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._queryset(), name)


def _database_value(value: object) -> object:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return json.dumps(value) if isinstance(value, list) and connection.vendor == "sqlite" else value


def _fill_placeholders(params: Iterable[object], values: Mapping[str, object]) -> tuple[Any, ...]:
    return tuple(values[param.name] if isinstance(param, Placeholder) else param for param in params)


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


@Field.register_lookup
class AmongLookup(Lookup):
    lookup_name = "among"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return self._format_sql("{} = ANY({})", compiler, connection)

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        return self._format_sql("{} IN (SELECT value FROM json_each({}))", compiler, connection)

    def _format_sql(
        self, sql: str, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        left, left_params = self.process_lhs(compiler, connection)
        right, right_params = self.process_rhs(compiler, connection)
        return sql.format(left, right), (*left_params, *right_params)


class Placeholder(Expression):
    def __init__(self, name: str, output_field: Field[Any, Any] | None = None) -> None:
        super().__init__(output_field=output_field)
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
    params: tuple[object, ...]
    converters: Mapping[int, Any]
    query: _CompiledQuery

    def as_sql(self, *_args: object, **_options: object) -> tuple[str, tuple[Any, ...]]:
        if self.query.select_for_update and not self.connection.in_atomic_block:
            raise transaction.TransactionManagementError("rows are held within a transaction only")
        return self.sql, _fill_placeholders(self.params, self.query.parameter_values)

    def get_converters(self, expressions: object) -> Any:
        return self.converters

    def execute_sql(self, *_args: object, **_options: object) -> Any:  # all rows as one chunk
        with prepared_cursor(self.connection) as cursor:
            cursor.execute(*self.as_sql())
            return [cursor.fetchall()]
