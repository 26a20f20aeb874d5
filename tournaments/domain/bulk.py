"""Storing many new rows in one statement, whatever their number.

`bulk_create` splits its rows on SQLite, where a statement takes few parameters; one JSON text is one
parameter.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, models


def insert_many(rows: Sequence[models.Model]) -> None:
    """Insert new rows of one model, in their order, and give each its primary key."""
    if not rows:
        return
    meta = rows[0]._meta  # noqa: SLF001 - Django documents it
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    values = json.dumps([[_plain(field, row) for field in fields] for row in rows])
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    chosen = _chosen_sqlite(fields) if connection.vendor == "sqlite" else _chosen_postgresql(fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {quote(meta.db_table)} ({columns}) {chosen} RETURNING {quote(str(meta.pk.column))}",
            [values],
        )
        keys = sorted(key for (key,) in cursor.fetchall())
    for row, key in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 - as Django does it itself


def _chosen_sqlite(fields: Sequence[models.Field[Any, Any]]) -> str:
    listed = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(fields)))
    return f"SELECT {listed} FROM json_each(%s) ORDER BY key"  # noqa: S608 - numbers only


def _chosen_postgresql(fields: Sequence[models.Field[Any, Any]]) -> str:
    listed = ", ".join(
        f"(one ->> {place})::{field.db_type(connection)}" for place, field in enumerate(fields)
    )
    return f"SELECT {listed} FROM jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS all_rows(one, place) ORDER BY place"  # noqa: S608, E501 - types of our own columns


def _plain(field: models.Field[Any, Any], row: models.Model) -> Any:
    """A value as JSON can carry it, and the database reads it back."""
    if isinstance(field, models.JSONField):
        plain = getattr(row, field.attname)
        return None if plain is None else json.dumps(plain, ensure_ascii=False)
    value = field.get_db_prep_save(getattr(row, field.attname), connection)
    return str(value) if isinstance(value, (UUID, datetime)) else value
