"""Storing many new rows in one statement, whatever their number.

`bulk_create` splits its rows on SQLite, where a statement takes few parameters; one JSON text is one
parameter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection, models


def insert_many(rows: Sequence[models.Model]) -> None:
    """Insert new rows of one model, in their order, and give each its primary key."""
    if not rows:
        return
    statement, fields = _insertion(type(rows[0]), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, [_told(rows, fields)])
        keys = sorted(key for (key,) in cursor.fetchall())
    _mark_stored(rows, keys)


def insert_family(*kinds: Sequence[models.Model]) -> None:
    """Insert new rows of several models that refer to each other in any way, and give each its primary key.

    Their keys are drawn first. Then it is one statement, on SQLite one for each model. Within a transaction,
    at whose end it is looked for what they refer to.
    """
    family = [rows for rows in kinds if rows]
    if not family:
        return
    _draw_keys(family)
    statements, values = [], []
    for rows in family:
        statement, fields = _insertion(type(rows[0]), connection.vendor, keyed=True)
        statements.append(statement)
        values.append(_told(rows, fields))
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for statement, value in zip(statements, values, strict=True):
                cursor.execute(statement, [value])
        else:
            parts = ", ".join(f"part_{place} AS ({one})" for place, one in enumerate(statements))
            cursor.execute(f"WITH {parts} SELECT", values)


def _draw_keys(family: Sequence[Sequence[models.Model]]) -> None:
    """Give each row a key that nobody else gets, and let those that refer to it know it."""
    drawn = _drawn_sqlite if connection.vendor == "sqlite" else _drawn_postgresql
    asked = (f"SELECT {place}, {drawn(rows)}" for place, rows in enumerate(family))
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        keys = [key for _place, key in sorted(cursor.fetchall())]
    everybody = [row for rows in family for row in rows]
    _mark_stored(everybody, keys)
    for row in everybody:
        for field in row._meta.concrete_fields:  # noqa: SLF001
            if isinstance(field, models.ForeignKey) and field.is_cached(row):
                setattr(row, field.name, getattr(row, field.name))


def _mark_stored(rows: Sequence[models.Model], keys: Iterable[int]) -> None:
    for row, key in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 - as Django does it itself


@cache
def _insertion(
    kind: type[models.Model], vendor: str, *, keyed: bool = False
) -> tuple[str, list[models.Field[Any, Any]]]:
    """The statement that inserts the rows of one JSON text, and their fields; without keys it gives them."""
    meta = kind._meta  # noqa: SLF001 - Django documents it
    fields = [field for field in meta.concrete_fields if keyed or not field.primary_key]
    chosen = _chosen_sqlite(fields) if vendor == "sqlite" else _chosen_postgresql(fields)
    columns = ", ".join(_quoted(field.column) for field in fields)
    returning = "" if keyed else f" RETURNING {_quoted(meta.pk.column)}"
    return f"INSERT INTO {_quoted(meta.db_table)} ({columns}) {chosen}{returning}", fields


def _chosen_sqlite(fields: Sequence[models.Field[Any, Any]]) -> str:
    listed = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(fields)))
    return f"SELECT {listed} FROM json_each(%s) ORDER BY key"  # noqa: S608 - numbers only


def _chosen_postgresql(fields: Sequence[models.Field[Any, Any]]) -> str:
    # Without the length of a text: cast to that, what is too long would be cut off and not refused.
    types = [str(field.db_type(connection)).partition("(")[0] for field in fields]
    listed = ", ".join(f"(one ->> {place})::{kind}" for place, kind in enumerate(types))
    return f"SELECT {listed} FROM jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS all_rows(one, place) ORDER BY place"  # noqa: S608, E501 - types of our own columns


def _drawn_sqlite(rows: Sequence[models.Model]) -> str:
    last = f"SELECT seq FROM sqlite_sequence WHERE name = '{rows[0]._meta.db_table}'"  # noqa: S608, SLF001
    return f"coalesce(({last}), 0) + key + 1 FROM json_each('{[0] * len(rows)}')"


def _drawn_postgresql(rows: Sequence[models.Model]) -> str:
    meta = rows[0]._meta  # noqa: SLF001
    sequence = f"pg_get_serial_sequence('{_quoted(meta.db_table)}', '{meta.pk.column}')"
    return f"nextval({sequence}) FROM generate_series(1, {len(rows)})"


def _told(rows: Sequence[models.Model], fields: Sequence[models.Field[Any, Any]]) -> str:
    return json.dumps([[_plain(field, row) for field in fields] for row in rows])


def _quoted(name: object) -> str:
    return connection.ops.quote_name(str(name))


def _plain(field: models.Field[Any, Any], row: models.Model) -> Any:
    """A value as JSON can carry it, and the database reads it back."""
    if isinstance(field, models.JSONField):
        plain = getattr(row, field.attname)
        return None if plain is None else json.dumps(plain, ensure_ascii=False)
    value = field.get_db_prep_save(getattr(row, field.attname), connection)
    return str(value) if isinstance(value, (UUID, datetime)) else value
