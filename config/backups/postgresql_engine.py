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
from config.backups.engine import OpenedCopy
from config.backups.errors import CopyError, ProcessFailedError

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
        _run_program("pg_dump", "--format=custom", f"--file={path}")

    @contextmanager
    def open_copy(self, path: Path) -> Iterator[OpenedCopy]:
        """Restore into the database “…_beside”, dropped after the block unless it replaced the site's.

        One left there is dropped: one call at a time. Without the right to create databases, only read the
        file: `url` is empty and replacing raises CopyError. Raises CopyError for an unreadable file.
        """
        site = str(connection.settings_dict["NAME"])
        copy_name = f"{site[:MAX_NAME_LENGTH]}_beside"
        with _administrator() as admin:
            if not _may_create_databases(admin):
                _run_program("pg_restore", "--file=-", str(path))
                yield OpenedCopy("", _refuse_without_right)
                return
            _drop(admin, copy_name)
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(copy_name)))
            try:
                _restore(path, copy_name)
                yield OpenedCopy(_url(copy_name), lambda: _replace_database(admin, site, copy_name))
            finally:
                _drop(admin, copy_name)

    def refuse_in_use(self) -> None:
        """Close our connection; raise CopyError while others are open: they prevent renaming."""
        site = connection.settings_dict["NAME"]
        connection.close()
        with _administrator() as admin:
            connections = admin.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = %s AND backend_type = 'client backend'",
                [site],
            ).fetchone()
        if connections and connections[0]:
            raise CopyError(
                _("%(number)s connections to %(site)s are open. Stop web, live, worker and beat first."),
                number=connections[0],
                site=site,
            )


def _replace_database(admin: psycopg.Connection[Any], site: str, copy_name: str) -> None:
    """Swap names in one transaction, or raise CopyError; then drop the old one.

    Closes our connection; others must be closed.
    """
    connection.close()
    old_name = f"{site[:MAX_NAME_LENGTH]}_before"
    _drop(admin, old_name)
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    try:
        with admin.transaction():
            admin.execute(rename.format(sql.Identifier(site), sql.Identifier(old_name)))
            admin.execute(rename.format(sql.Identifier(copy_name), sql.Identifier(site)))
    except psycopg.Error as error:
        raise CopyError(f"PostgreSQL: {error}") from error
    _drop(admin, old_name)


def _refuse_without_right() -> None:
    raise CopyError(_("Restoring needs the right to create databases (CREATEDB), which this role lacks."))


def _restore(path: Path, name: str) -> None:
    """Restore a dump into the new database `name`, all or nothing. Raises CopyError."""
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
        subprocesses.run_program(name, *arguments, environ=environ, captured=False)
    except ProcessFailedError as error:
        raise CopyError(f"{name}: {error}") from error


def _parameters() -> dict[str, Any]:
    parameters = connection.get_connection_params()
    return {key: parameters[key] for key in LIBPQ if parameters.get(key)}


@contextmanager
def _administrator() -> Iterator[psycopg.Connection[Any]]:
    try:
        admin = psycopg.connect(**{**_parameters(), "dbname": ADMINISTRATIVE}, autocommit=True)
    except psycopg.Error as error:
        raise CopyError(f"PostgreSQL: {error}") from error
    with admin:
        yield admin


def _may_create_databases(admin: psycopg.Connection[Any]) -> bool:
    query = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    return bool((admin.execute(query).fetchone() or (False,))[0])


def _drop(admin: psycopg.Connection[Any], name: str) -> None:
    admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _url(name: str) -> str:
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
