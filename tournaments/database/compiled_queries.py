"""Statements that are compiled once, for what is asked anew with each hand.

The ORM takes several times as long to put such a statement into SQL as the database takes to answer it.
"""

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


def compiled(make: Callable[..., QuerySet[Any, Row]]) -> Callable[..., list[Row]]:
    """Read the rows of a queryset that a function makes of some values.

    The function runs once for each kind of database, with what stands for them: it may filter by them and
    nothing else, by a list of any length with the lookup `among`. They are given to the database as they are,
    moments and lists as it writes them.
    """
    names = inspect.signature(make).parameters
    kept: dict[str, QuerySet[Any, Row]] = {}

    @wraps(make)
    def read(*values: object) -> list[Row]:
        if connection.vendor not in kept:
            kept[connection.vendor] = _compile(make(*map(Given, names)))
        rows = kept[connection.vendor].all()
        cast(_Asked, rows.query).given = dict(zip(names, map(_written, values), strict=True))
        return list(rows)

    return read


def compiled_insert(row: Model) -> Callable[[Mapping[str, object]], None]:
    """Insert rows that are as this one, with what `Given` stands for in it told by name each time.

    It is for one kind of database, which is told the values as its fields prepare them, and gives no keys.
    """
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]  # noqa: SLF001 - documented
    query = InsertQuery(type(row))
    query.insert_values(fields, [row])
    ((sql, params),) = query.get_compiler(connection=connection).as_sql()

    def insert(values: Mapping[str, object]) -> None:
        with prepared_cursor(connection) as cursor:
            cursor.execute(sql, _filled(params, values))

    return insert


def is_known(related: Manager[Related], rows: Iterable[Related]) -> None:
    """Let whoever asks a manager of something for all that belongs to it have these, and no statement."""
    field, of = related.field, related.instance  # type: ignore[attr-defined]
    known = _Known(rows, lambda: related.model._default_manager.filter(**{field.name: of}))  # noqa: SLF001
    for row in known:
        setattr(row, field.name, of)
    kept = of.__dict__.setdefault("_prefetched_objects_cache", {})
    kept[field.remote_field.cache_name] = known


class _Known(Generic[Related]):
    """Rows as a queryset gives them; who asks it for anything else of them asks the database.

    A queryset for each of hundreds, which is never asked, takes longer to make than their rows to read.
    """

    def __init__(self, rows: Iterable[Related], queryset: Callable[[], QuerySet[Related]]) -> None:
        self._rows, self._queryset = list(rows), queryset

    def __iter__(self) -> Iterator[Related]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: int) -> Related:
        return self._rows[place]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._queryset(), name)


def _written(value: object) -> object:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return json.dumps(value) if isinstance(value, list) and connection.vendor == "sqlite" else value


def _filled(params: Iterable[object], given: Mapping[str, object]) -> tuple[Any, ...]:
    return tuple(given[one.name] if isinstance(one, Given) else one for one in params)


def _compile(rows: QuerySet[Any, Row]) -> QuerySet[Any, Row]:
    compiler = rows.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    assert not compiler.has_extra_select  # a column that only orders rows
    converters = compiler.get_converters([column for column, *_named in compiler.select])
    known = {"sql": sql, "params": params, "converters": converters}
    compiler.__class__ = type("Compiled", (_Compiled, type(compiler)), known)
    rows.query.__class__ = _Asked
    cast(_Asked, rows.query).compiled = compiler
    return rows


@Field.register_lookup
class Among(Lookup):
    """`in`, for a list that is one value of a statement, so that its text depends on no number of values."""

    lookup_name = "among"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return self._as("{} = ANY({})", compiler, connection)

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        return self._as("{} IN (SELECT value FROM json_each({}))", compiler, connection)

    def _as(
        self, sql: str, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        left, ours = self.process_lhs(compiler, connection)
        right, theirs = self.process_rhs(compiler, connection)
        return sql.format(left, right), (*ours, *theirs)


class Given(Expression):
    """What stands for a value until it is given."""

    def __init__(self, name: str, output_field: Field[Any, Any] | None = None) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class _Asked(Query):
    """A query whose compiler has done its work."""

    compiled: SQLCompiler
    given: Mapping[str, object]

    def get_compiler(
        self,
        using: str | None = None,
        connection: BaseDatabaseWrapper | None = None,
        elide_empty: bool = True,
    ) -> SQLCompiler:
        compiler = copy(self.compiled)
        compiler.query, compiler.connection = self, connection or transaction.get_connection(using)
        return compiler


class _Compiled(SQLCompiler):
    """A compiler that only fills in what was given."""

    sql: str
    params: tuple[object, ...]
    converters: Mapping[int, Any]
    query: _Asked

    def as_sql(self, *_args: object, **_options: object) -> tuple[str, tuple[Any, ...]]:
        if self.query.select_for_update and not self.connection.in_atomic_block:
            raise transaction.TransactionManagementError("rows are held within a transaction only")
        return self.sql, _filled(self.params, self.query.given)

    def get_converters(self, expressions: object) -> Any:
        return self.converters

    def execute_sql(self, *_args: object, **_options: object) -> Any:  # all rows, as one part of them
        with prepared_cursor(self.connection) as cursor:
            cursor.execute(*self.as_sql())
            return [cursor.fetchall()]
