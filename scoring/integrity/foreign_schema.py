"""Foreign triggers, views, child tables and defaults; only the guards of ledger and log are ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import NOT_PROVIDED

from scoring import triggers
from scoring.ledger.seal_verification import Discrepancy

IS_FOREIGN: Final = "is not ours"
_NO_MATCH: Final = re.compile("(?!)")
_OWN_SQL_PATTERNS: Final = {
    "table": re.compile("CREATE TABLE "),
    "index": re.compile("$|CREATE (UNIQUE )?INDEX "),
    "trigger": re.compile("CREATE TRIGGER "),
}
"""How the SQL text of our objects begins, by kind. SQLite follows the text alone, so both must agree."""
_LITERAL: Final = re.compile(r"(?:null|true|false|[+-]?\d+(?:\.\d+)?|'(?:[^']|'')*')", re.IGNORECASE)
_CAST: Final = re.compile(r"::[\w ]+(?:\(\d+\))?$")


def foreign_objects(connection: BaseDatabaseWrapper, *, of_any_release: bool = False) -> list[Discrepancy]:
    """`triggers.missing_guards` reports ours. Another release may have other plain defaults."""
    breaks = (
        _foreign_sqlite_objects(connection)
        if connection.vendor == "sqlite"
        else _foreign_postgresql_objects(connection)
    )
    return [*breaks, *_foreign_defaults(connection, of_any_release=of_any_release)]


def _foreign_sqlite_objects(connection: BaseDatabaseWrapper) -> Iterator[Discrepancy]:
    """Yield triggers, tables, indexes and views that aren't ours, and generated columns."""
    ours = triggers.trigger_names(connection)
    for kind, name, table, text in _query_rows(
        connection, "SELECT type, name, tbl_name, sql FROM sqlite_master"
    ):
        if kind == "trigger" and (table, name) not in ours:
            yield Discrepancy(f"trigger {name} on {table}", IS_FOREIGN)
        elif not _OWN_SQL_PATTERNS.get(kind, _NO_MATCH).match(text or ""):
            yield Discrepancy(f"{kind} {name}", IS_FOREIGN)
    for table, column, hidden, _default in _sqlite_columns(connection):
        if hidden:
            yield Discrepancy(f"column {column} of {table}", "is generated, and not by us")


def _foreign_postgresql_objects(connection: BaseDatabaseWrapper) -> Iterator[Discrepancy]:
    """Yield triggers and other objects that aren't ours, and disabled foreign keys."""
    ours = triggers.trigger_names(connection)
    for table, name, internal, enabled in _query_rows(connection, _TRIGGERS):
        if not internal and (table, name) not in ours:
            yield Discrepancy(f"trigger {name} on {table}", IS_FOREIGN)
        elif internal and enabled not in "OA":
            yield Discrepancy(f"trigger {name} on {table}", "holds a foreign key and is switched off")
    for kind, name in _query_rows(connection, _OBJECTS, [list(triggers.FUNCTIONS), sorted(_model_tables())]):
        yield Discrepancy(f"{kind} {name}", IS_FOREIGN)


_TRIGGERS: Final = """
SELECT relname, tgname, tgisinternal, tgenabled FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = current_schema()::regnamespace ORDER BY relname, tgname
"""
_OBJECTS: Final = """
WITH
    here AS (SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace),
    of_extensions AS (SELECT objid FROM pg_depend WHERE deptype = 'e')
SELECT 'event trigger', evtname::text FROM pg_event_trigger
    WHERE evtenabled <> 'D' AND oid NOT IN (SELECT objid FROM of_extensions)
UNION ALL SELECT 'rule', rulename || ' on ' || relname FROM pg_rewrite JOIN here ON here.oid = ev_class
    WHERE rulename <> '_RETURN'
UNION ALL SELECT CASE relkind WHEN 'f' THEN 'foreign table' ELSE 'view' END, relname::text FROM here
    WHERE relkind IN ('v', 'm', 'f') AND oid NOT IN (SELECT objid FROM of_extensions)
UNION ALL SELECT 'function', oid::regprocedure::text FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND NOT (pronargs = 0 AND proname = ANY(%s))
    AND oid NOT IN (SELECT objid FROM of_extensions)
UNION ALL SELECT 'operator', oid::regoperator::text FROM pg_operator
    WHERE oprnamespace = current_schema()::regnamespace AND oid NOT IN (SELECT objid FROM of_extensions)
UNION ALL SELECT 'row security of', relname::text FROM here WHERE relrowsecurity
UNION ALL SELECT 'child table', inhrelid::regclass::text FROM pg_inherits JOIN here ON here.oid = inhparent
    WHERE relkind IN ('r', 'p')
UNION ALL SELECT 'generated column', attname || ' of ' || relname
    FROM pg_attribute JOIN here ON here.oid = attrelid WHERE attgenerated <> '' AND NOT attisdropped
UNION ALL SELECT 'table of the same name', nspname || '.' || relname
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = ANY(current_schemas(false)) AND nspname <> current_schema() AND relname = ANY(%s)
"""


def _foreign_defaults(connection: BaseDatabaseWrapper, *, of_any_release: bool) -> Iterator[Discrepancy]:
    """Yield defaults that are no literal or, unless `of_any_release`, differ from the models'."""
    if connection.vendor == "sqlite":
        stored = [(table, column, text) for table, column, _hidden, text in _sqlite_columns(connection)]
    else:
        stored = [
            (table, column, text) for table, column, text in _query_rows(connection, _POSTGRESQL_DEFAULTS)
        ]
    defaults = {(table, column): _CAST.sub("", text) for table, column, text in stored if text is not None}
    expected = {} if of_any_release else _model_defaults()
    for place in sorted(defaults.keys() | expected.keys()):
        text, allowed = defaults.get(place, "NULL"), expected.get(place, {"null"})
        plain = _LITERAL.fullmatch(text) is not None
        if not plain or (not of_any_release and text.strip("'").lower() not in allowed):
            yield Discrepancy(f"column {place[1]} of {place[0]}", f"has the default {text}, {IS_FOREIGN[3:]}")


_POSTGRESQL_DEFAULTS: Final = """
SELECT relname, attname, pg_get_expr(adbin, adrelid) FROM pg_attrdef
    JOIN pg_class ON pg_class.oid = adrelid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE relnamespace = current_schema()::regnamespace AND attgenerated = ''
    AND adrelid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')
"""


def _model_defaults() -> dict[tuple[str, str], set[str]]:
    """Return accepted spellings of database defaults, by table and column."""
    fields = [
        (model._meta.db_table, field)  # noqa: SLF001 - Django documents it
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields  # noqa: SLF001 - the same
    ]
    return {
        (table, field.column): _default_spellings(field.db_default)
        for table, field in fields
        if field.column and field.db_default is not NOT_PROVIDED
    }


def _default_spellings(value: object) -> set[str]:
    text = str(getattr(value, "value", value)).lower()
    return {text, str(int(value))} if isinstance(value, bool) else {text}


def _model_tables() -> set[str]:
    return {model._meta.db_table for model in apps.get_models(include_auto_created=True)}  # noqa: SLF001


def _sqlite_columns(connection: BaseDatabaseWrapper) -> list[tuple[Any, ...]]:
    return _query_rows(
        connection,
        "SELECT tables.name, columns.name, columns.hidden, columns.dflt_value"
        " FROM sqlite_master AS tables JOIN pragma_table_xinfo(tables.name) AS columns"
        " WHERE tables.type = 'table' AND substr(tables.name, 1, 7) <> 'sqlite_'",
    )


def _query_rows(
    connection: BaseDatabaseWrapper, sql: str, params: Sequence[Any] | None = None
) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
