"""Triggers that make ledger and log append-only for every program.

SQLite: `INSERT OR REPLACE` fires no DELETE trigger, so inserts that hit an existing row are refused. Rebuilt
tables lose triggers, so `install` follows every migrate.

While a player is made anonymous, log texts may be overwritten; the row in ANONYMISING that permits it
remains.
"""

import re
from collections.abc import Sequence
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

KINDS = {
    "sqlite": ("no_update", "no_delete", "no_replace"),
    "postgresql": ("no_change", "no_truncate"),
}
"""The triggers of a table, by the ends of their names."""
FUNCTIONS = ("refuse_change", "refuse_change_of_log")
"""The functions that the triggers call on PostgreSQL."""
# Table → the sets of columns that identify a row.
APPEND_ONLY: dict[str, tuple[tuple[str, ...], ...]] = {
    "scoring_entry": (("id",), ("public_id",), ("entry_key",), ("hand_id", "version")),
    "scoring_entryseat": (("id",), ("entry_id", "seat")),
    "scoring_entryseatevent": (("id",), ("seat_id", "kind", "what")),
    "scoring_confirmation": (("id",), ("match_id", "side", "seal")),
    "tournaments_logrow": (("id",),),
}

LOG, ANONYMISING = "tournaments_logrow", "tournaments_anonymising"
LOG_TEXTS = ("before", "after")
"""The columns of a log row that may be overwritten; no others may."""
_CREATED_NAME = re.compile(r"(?:TRIGGER|FUNCTION) (\w+)")
_LOG_IS_OPEN = f"EXISTS (SELECT 1 FROM {ANONYMISING} WHERE open)"  # noqa: S608 - our own constants


def _sqlite_install_statements(
    table: str, keys: tuple[tuple[str, ...], ...], protected_columns: Sequence[str]
) -> list[str]:
    """Return statements that refuse update, delete and replacement.

    Of the log, only `protected_columns` never change: the others may while it is open (anonymizing).

    `keys`: column sets by which an insert would replace a row.
    """
    same_row = " OR ".join(
        "(" + " AND ".join(f"{column} = NEW.{column}" for column in key) + ")" for key in keys
    )
    exists = f"EXISTS (SELECT 1 FROM {table} WHERE {same_row})"  # noqa: S608 - our own constants
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    unless = (
        f"WHEN NOT ({_LOG_IS_OPEN} AND {_equal_columns('IS', protected_columns)}) " if table == LOG else ""
    )
    return [
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {unless}{refuse}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {exists} {refuse}",
    ]


def _equal_columns(equals: str, columns: Sequence[str]) -> str:
    return " AND ".join(f"NEW.{column} {equals} OLD.{column}" for column in columns)


def _protected_log_columns(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, LOG)
    return [column.name for column in described if column.name not in LOG_TEXTS]


def _sqlite_remove_statements(table: str) -> list[str]:
    return [f"DROP TRIGGER IF EXISTS {table}_{kind}" for kind in KINDS["sqlite"]]


def _postgresql_install_statements(
    table: str, keys: tuple[tuple[str, ...], ...], protected_columns: Sequence[str]
) -> list[str]:
    """Return statements that refuse update, delete and truncate; an open log lets other columns change.

    `keys` are ignored.
    """
    return [
        (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '23000'; END $$"
        ),
        (
            "CREATE OR REPLACE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN IF TG_OP = 'UPDATE' THEN IF {_LOG_IS_OPEN} "
            f"AND {_equal_columns('IS NOT DISTINCT FROM', protected_columns)} "
            "THEN RETURN NEW; END IF; END IF; "
            "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '23000'; END $$"
        ),
        (
            f"CREATE TRIGGER {table}_no_change BEFORE DELETE OR UPDATE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION refuse_change{'_of_log' if table == LOG else ''}()"
        ),
        (
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        ),
    ]


def _postgresql_remove_statements(table: str) -> list[str]:
    return [f"DROP TRIGGER IF EXISTS {table}_{kind} ON {table}" for kind in KINDS["postgresql"]]


def _execute(connection: BaseDatabaseWrapper, statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def install(connection: BaseDatabaseWrapper) -> None:
    statements = (
        _sqlite_install_statements if connection.vendor == "sqlite" else _postgresql_install_statements
    )
    columns = _protected_log_columns(connection)
    with transaction.atomic(using=connection.alias):
        remove(connection)
        for table in _existing_tables(connection):
            _execute(connection, statements(table, APPEND_ONLY[table], columns))


def remove(connection: BaseDatabaseWrapper) -> None:
    statements = _sqlite_remove_statements if connection.vendor == "sqlite" else _postgresql_remove_statements
    for table in _existing_tables(connection):
        _execute(connection, statements(table))


def _existing_tables(connection: BaseDatabaseWrapper) -> list[str]:
    existing = set(connection.introspection.table_names())
    return [table for table in APPEND_ONLY if table in existing]


def missing_guards(connection: BaseDatabaseWrapper) -> list[str]:
    """Missing, disabled or changed ones."""
    stored = (_sqlite_guards if connection.vendor == "sqlite" else _postgresql_guards)(connection)
    return [name for name, text in _expected_guards(connection).items() if stored.get(name) != text]


def trigger_names(connection: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    return {(table, f"{table}_{kind}") for table in APPEND_ONLY for kind in KINDS[connection.vendor]}


def _expected_guards(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the source that each trigger or function must have, by name."""
    install_statements = (
        _sqlite_install_statements if connection.vendor == "sqlite" else _postgresql_install_statements
    )
    columns = _protected_log_columns(connection)
    created = [
        statement
        for table, keys in APPEND_ONLY.items()
        for statement in install_statements(table, keys, columns)
    ]
    return {
        _CREATED_NAME.findall(statement)[0]: statement.split("$$")[1] if "$$" in statement else statement
        for statement in created
    }


def _sqlite_guards(connection: BaseDatabaseWrapper) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return dict(cursor.fetchall())


def _postgresql_guards(connection: BaseDatabaseWrapper) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgenabled IN ('O', 'A') "
            "UNION ALL SELECT proname, prosrc FROM pg_proc JOIN pg_language ON pg_language.oid = prolang "
            "WHERE pronamespace = current_schema()::regnamespace AND pronargs = 0 "
            "AND lanname = 'plpgsql' AND proconfig IS NULL"  # A setting could redirect it to other tables.
        )
        return dict(cursor.fetchall())


def install_after_migrate(*, using: str, **_: Any) -> None:
    connection = connections[using]
    if {LOG, ANONYMISING} <= set(connection.introspection.table_names()):
        install(connection)
