"""One statement, one JSON text: on SQLite a statement takes few parameters."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.database.prepared_statements import prepared_cursor


def insert_many(rows: Sequence[models.Model]) -> None:
    """Set primary keys, too."""
    if not rows:
        return
    statement, fields = _insert_statement(type(rows[0]), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, [_json_payload(rows, fields)])
        keys = sorted(key for (key,) in cursor.fetchall())
    _mark_stored(rows, keys)


def insert_family(*kinds: Sequence[models.Model]) -> None:
    """Insert rows of several models that refer to each other; set their keys.

    Foreign keys to these models are null or refer to rows inserted here. Needs a transaction: keys are
    checked at its end.
    """
    family = [rows for rows in kinds if rows]
    if not family:
        return
    if connection.vendor == "sqlite":
        _insert_family_sqlite(family)
    else:
        _insert_family_postgresql(family)


def _insert_family_sqlite(family: Sequence[Sequence[models.Model]]) -> None:
    """Insert rows, some of each kind, with keys that continue from each table's last; set them."""
    last = "SELECT seq FROM sqlite_sequence WHERE name = '%s'"
    key_queries = (
        f"SELECT {place}, coalesce(({last % rows[0]._meta.db_table}), 0) + key + 1 FROM json_each('{[0] * len(rows)}')"  # noqa: S608, SLF001, E501 - numbers and table names only
        for place, rows in enumerate(family)
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(key_queries))
        _assign_keys(family, [key for _place, key in sorted(cursor.fetchall())])
        for rows in family:
            statement, fields = _insert_statement(type(rows[0]), connection.vendor, keyed=True)
            cursor.execute(statement, [_json_payload(rows, fields)])


def _insert_family_postgresql(family: Sequence[Sequence[models.Model]]) -> None:
    """Insert rows numbered from 1 as keys; set the keys that the statement puts in their place."""
    all_rows = [row for rows in family for row in rows]
    statement, fields = _family_insert_statement(*(type(rows[0]) for rows in family))
    _assign_keys(family, range(1, len(all_rows) + 1))
    payloads = [_json_payload(rows, row_fields) for rows, row_fields in zip(family, fields, strict=True)]
    with prepared_cursor(connection) as cursor:
        cursor.execute(statement, [*map(len, family), *payloads])
        (keys,) = cursor.fetchone()
    _assign_keys(family, keys)


@cache
def _family_insert_statement(
    *kinds: type[models.Model],
) -> tuple[str, list[list[models.Field[Any, Any]]]]:
    """Return a PostgreSQL statement that inserts all kinds and selects their keys, and each kind's fields."""
    insertions = [_insert_statement(kind, connection.vendor, keyed=True, among=kinds) for kind in kinds]
    key_arrays = " || ".join(map(_draw_keys_postgresql, kinds))
    parts = ", ".join(
        f"part_{place} AS ({insertion})" for place, (insertion, _fields) in enumerate(insertions)
    )
    statement = f"WITH keys AS MATERIALIZED (SELECT {key_arrays} AS drawn), {parts} SELECT drawn FROM keys"  # noqa: S608 - our own table names
    return statement, [fields for _insertion_sql, fields in insertions]


def _draw_keys_postgresql(kind: type[models.Model]) -> str:
    meta = kind._meta  # noqa: SLF001
    sequence = f"pg_get_serial_sequence('{_quote_name(meta.db_table)}', '{meta.pk.column}')"
    return f"ARRAY(SELECT nextval({sequence}) FROM generate_series(1, %s))"  # noqa: S608 - our own table names


def _assign_keys(family: Sequence[Sequence[models.Model]], keys: Iterable[int]) -> None:
    all_rows = [row for rows in family for row in rows]
    _mark_stored(all_rows, keys)
    for row in all_rows:
        for field in row._meta.concrete_fields:  # noqa: SLF001
            if isinstance(field, models.ForeignKey) and field.is_cached(row):
                setattr(row, field.name, getattr(row, field.name))


def _mark_stored(rows: Sequence[models.Model], keys: Iterable[int]) -> None:
    for row, key in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 - as Django does


@cache
def _insert_statement(
    kind: type[models.Model], vendor: str, *, keyed: bool = False, among: tuple[type[models.Model], ...] = ()
) -> tuple[str, list[models.Field[Any, Any]]]:
    """Return an INSERT of a JSON array of rows, and the fields in the order of a row's values.

    `keyed` rows have their keys; others get new ones, which it returns. `among` as in `_select_postgresql`.
    """
    meta = kind._meta  # noqa: SLF001 - documented
    fields = [field for field in meta.concrete_fields if keyed or not field.primary_key]
    chosen = _select_sqlite(fields) if vendor == "sqlite" else _select_postgresql(fields, among)
    columns = ", ".join(_quote_name(field.column) for field in fields)
    returning = "" if keyed else f" RETURNING {_quote_name(meta.pk.column)}"
    return f"INSERT INTO {_quote_name(meta.db_table)} ({columns}) {chosen}{returning}", fields


def _select_sqlite(fields: Sequence[models.Field[Any, Any]]) -> str:
    listed = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(fields)))
    return f"SELECT {listed} FROM json_each(%s) ORDER BY key"  # noqa: S608 - numbers only


def _select_postgresql(
    fields: Sequence[models.Field[Any, Any]], among: Collection[type[models.Model]] = ()
) -> str:
    """Return a SELECT of a row per item of a JSON array.

    With `among`, own keys and those of its models are indices into `drawn` of the caller's CTE `keys`.
    """
    # Without the length of a text type: a cast to it would truncate a long text instead of refusing it.
    types = [str(field.db_type(connection)).partition("(")[0] for field in fields]
    listed = ", ".join(
        f"drawn[(one ->> {place})::int]"
        if among and (field.primary_key or field.related_model in among)
        else f"(one ->> {place})::{db_type}"
        for place, (field, db_type) in enumerate(zip(fields, types, strict=True))
    )
    keys = "keys, " if among else ""
    return f"SELECT {listed} FROM {keys}jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS all_rows(one, place) ORDER BY place"  # noqa: S608, E501 - types of our own columns


def _json_payload(rows: Sequence[models.Model], fields: Sequence[models.Field[Any, Any]]) -> str:
    local_connection = connections[connection.alias]  # looked up once, not for each value
    return json.dumps(
        [
            [_json_value(field, getattr(row, field.attname), local_connection) for field in fields]
            for row in rows
        ]
    )


def _quote_name(name: object) -> str:
    return connection.ops.quote_name(str(name))


def _json_value(field: models.Field[Any, Any], value: Any, database: BaseDatabaseWrapper) -> Any:
    if value is None:
        return None
    if isinstance(field, models.JSONField):
        return json.dumps(value, ensure_ascii=False)
    stored = field.get_db_prep_save(value, database)
    return str(stored) if isinstance(stored, (UUID, date)) else stored
