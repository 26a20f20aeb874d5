"""Storing many new rows in one statement, whatever their number.

`bulk_create` splits its rows on SQLite, where a statement takes few parameters; one JSON text is one
parameter.
"""

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

    It is one statement; on SQLite one that draws their keys, and one for each model. What refers to any of
    these models refers to a row of the family or to nothing. Within a transaction, at whose end it is looked
    for what they refer to.
    """
    family = [rows for rows in kinds if rows]
    if not family:
        return
    if connection.vendor == "sqlite":
        _insert_family_sqlite(family)
    else:
        _insert_family_postgresql(family)


def _insert_family_sqlite(family: Sequence[Sequence[models.Model]]) -> None:
    last = "SELECT seq FROM sqlite_sequence WHERE name = '%s'"
    asked = (
        f"SELECT {place}, coalesce(({last % rows[0]._meta.db_table}), 0) + key + 1 FROM json_each('{[0] * len(rows)}')"  # noqa: S608, SLF001, E501 - numbers and names of ours
        for place, rows in enumerate(family)
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        _make_known(family, [key for _place, key in sorted(cursor.fetchall())])
        for rows in family:
            statement, fields = _insertion(type(rows[0]), connection.vendor, keyed=True)
            cursor.execute(statement, [_told(rows, fields)])


def _insert_family_postgresql(family: Sequence[Sequence[models.Model]]) -> None:
    """The rows are told by their numbers, from 1 on, in whose place the statement puts the keys it draws."""
    everybody = [row for rows in family for row in rows]
    statement, fields = _insertion_of_family(*(type(rows[0]) for rows in family))
    _make_known(family, range(1, len(everybody) + 1))
    told = [_told(rows, own) for rows, own in zip(family, fields, strict=True)]
    with prepared_cursor(connection) as cursor:
        cursor.execute(statement, [*map(len, family), *told])
        (keys,) = cursor.fetchone()
    _make_known(family, keys)


@cache
def _insertion_of_family(
    *kinds: type[models.Model],
) -> tuple[str, list[list[models.Field[Any, Any]]]]:
    """The statement that inserts rows of these models and gives all keys, and the fields of each."""
    made = [_insertion(kind, connection.vendor, keyed=True, among=kinds) for kind in kinds]
    drawn = " || ".join(map(_drawn_postgresql, kinds))
    parts = ", ".join(f"part_{place} AS ({one})" for place, (one, _fields) in enumerate(made))
    statement = f"WITH keys AS MATERIALIZED (SELECT {drawn} AS drawn), {parts} SELECT drawn FROM keys"  # noqa: S608 - names of our own tables
    return statement, [fields for _one, fields in made]


def _drawn_postgresql(kind: type[models.Model]) -> str:
    meta = kind._meta  # noqa: SLF001
    sequence = f"pg_get_serial_sequence('{_quoted(meta.db_table)}', '{meta.pk.column}')"
    return f"ARRAY(SELECT nextval({sequence}) FROM generate_series(1, %s))"  # noqa: S608 - names of our own tables


def _make_known(family: Sequence[Sequence[models.Model]], keys: Iterable[int]) -> None:
    """Give each row its key, and let those that refer to it know it."""
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
    kind: type[models.Model], vendor: str, *, keyed: bool = False, among: tuple[type[models.Model], ...] = ()
) -> tuple[str, list[models.Field[Any, Any]]]:
    """The statement that inserts the rows of one JSON text, and their fields; without keys it gives them.

    Keys of the models `among` which it is are told by where they are in the array of those drawn.
    """
    meta = kind._meta  # noqa: SLF001 - Django documents it
    fields = [field for field in meta.concrete_fields if keyed or not field.primary_key]
    chosen = _chosen_sqlite(fields) if vendor == "sqlite" else _chosen_postgresql(fields, among)
    columns = ", ".join(_quoted(field.column) for field in fields)
    returning = "" if keyed else f" RETURNING {_quoted(meta.pk.column)}"
    return f"INSERT INTO {_quoted(meta.db_table)} ({columns}) {chosen}{returning}", fields


def _chosen_sqlite(fields: Sequence[models.Field[Any, Any]]) -> str:
    listed = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(fields)))
    return f"SELECT {listed} FROM json_each(%s) ORDER BY key"  # noqa: S608 - numbers only


def _chosen_postgresql(
    fields: Sequence[models.Field[Any, Any]], among: Collection[type[models.Model]] = ()
) -> str:
    # Without the length of a text: cast to that, what is too long would be cut off and not refused.
    types = [str(field.db_type(connection)).partition("(")[0] for field in fields]
    listed = ", ".join(
        f"drawn[(one ->> {place})::int]"
        if among and (field.primary_key or field.related_model in among)
        else f"(one ->> {place})::{kind}"
        for place, (field, kind) in enumerate(zip(fields, types, strict=True))
    )
    keys = "keys, " if among else ""
    return f"SELECT {listed} FROM {keys}jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS all_rows(one, place) ORDER BY place"  # noqa: S608, E501 - types of our own columns


def _told(rows: Sequence[models.Model], fields: Sequence[models.Field[Any, Any]]) -> str:
    ours = connections[connection.alias]  # looked up once, not for each value
    return json.dumps(
        [[_plain(field, getattr(row, field.attname), ours) for field in fields] for row in rows]
    )


def _quoted(name: object) -> str:
    return connection.ops.quote_name(str(name))


def _plain(field: models.Field[Any, Any], value: Any, ours: BaseDatabaseWrapper) -> Any:
    """A value as JSON can carry it, and the database reads it back."""
    if value is None:
        return None
    if isinstance(field, models.JSONField):
        return json.dumps(value, ensure_ascii=False)
    stored = field.get_db_prep_save(value, ours)
    return str(stored) if isinstance(stored, (UUID, date)) else stored
