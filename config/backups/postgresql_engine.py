"""PostgreSQL's programs must be no older than the server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db import connection
from django.utils.translation import gettext_noop as _
from psycopg import sql

from config.backups import subprocesses
from config.backups.errors import BackupError

LIBPQ: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
}
"""The programs' environment, hidden from process lists."""
MAX_NAME_LENGTH: Final = 50
"""Letters of the database's name used in its copies' names."""
ADMINISTRATIVE: Final = "postgres"


class PostgreSQL:
    name = "postgresql"

    def required_space(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])

    def copy(self, path: Path) -> None:
        path.touch(mode=0o600)
        """Consistent while others write. Raises BackupError."""
        _run_program("pg_dump", "--format=custom", f"--file={path}")

    @contextmanager
    def open_copy(self, path: Path) -> Iterator[str]:
        """Restore into the database “…_beside” and yield its URL; dropped after the block unless renamed.

        One left there is dropped: one call at a time. Raises BackupError for an unreadable file, and without
        the right to create databases.
        """
        name = _copy_name()
        with _administrator() as admin:
            _drop(admin, name)
            try:
                admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            except psycopg.errors.InsufficientPrivilege as error:
                raise BackupError(
                    _("Verifying and restoring need the right to create databases (CREATEDB).")
                ) from error
            try:
                _restore(path, name)
                yield urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
            finally:
                _drop(admin, name)

    def replace_database(self, _path: Path) -> None:
        """Swap names with the opened copy in one transaction, or raise BackupError; then drop the old one.

        Closes our connection; others must be closed.
        """
        connection.close()
        site = str(connection.settings_dict["NAME"])
        old_name = f"{site[:MAX_NAME_LENGTH]}_before"
        rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
        with _administrator() as admin:
            _drop(admin, old_name)
            try:
                with admin.transaction():
                    admin.execute(rename.format(sql.Identifier(site), sql.Identifier(old_name)))
                    admin.execute(rename.format(sql.Identifier(_copy_name()), sql.Identifier(site)))
            except psycopg.Error as error:
                raise BackupError(f"PostgreSQL: {error}") from error
            _drop(admin, old_name)

    def refuse_in_use(self) -> None:
        """Close our connection; raise BackupError while others are open: they prevent renaming."""
        site = connection.settings_dict["NAME"]
        connection.close()
        with _administrator() as admin:
            connections = admin.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = %s AND backend_type = 'client backend'",
                [site],
            ).fetchone()
        if connections and connections[0]:
            raise BackupError(
                _("%(number)s connections to %(site)s are open. Stop web, live, worker and beat first."),
                number=connections[0],
                site=site,
            )


def _copy_name() -> str:
    return f"{str(connection.settings_dict['NAME'])[:MAX_NAME_LENGTH]}_beside"


def _restore(path: Path, name: str) -> None:
    """Restore a dump into the new database `name`, all or nothing. Raises BackupError."""
    _run_program(
        "pg_restore",
        "--no-owner",
        "--no-privileges",
        "--exit-on-error",
        "--single-transaction",
        f"--dbname={name}",
        str(path),
    )


def _run_program(name: str, *arguments: str) -> None:
    environ = {LIBPQ[key]: str(value) for key, value in _parameters().items()}
    try:
        subprocesses.run_program(name, *arguments, environ=environ)
    except BackupError as error:
        raise BackupError(f"{name}: {error}") from error


def _parameters() -> dict[str, Any]:
    parameters = connection.get_connection_params()
    return {key: parameters[key] for key in LIBPQ if parameters.get(key)}


@contextmanager
def _administrator() -> Iterator[psycopg.Connection[Any]]:
    try:
        admin = psycopg.connect(**{**_parameters(), "dbname": ADMINISTRATIVE}, autocommit=True)
    except psycopg.Error as error:
        raise BackupError(f"PostgreSQL: {error}") from error
    with admin:
        yield admin


def _drop(admin: psycopg.Connection[Any], name: str) -> None:
    admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
