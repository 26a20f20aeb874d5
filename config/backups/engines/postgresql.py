"""A server's database, by PostgreSQL's own programs, which must be no older than the server.

A copy is opened by restoring it into a database beside the house's. Where the role may make none, it is read
through from its first byte to its last, and nothing can be restored.
"""

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

from config.backups import apart
from config.backups.engines import Opened
from config.backups.hindrances import CannotBe, WentWrong

LIBPQ: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
}
"""What our programs are told about the server, out of sight of who lists processes."""
LONGEST: Final = 50
"""Letters of the house's name in those of the databases beside it. One that was left behind is dropped."""
ADMINISTRATIVE: Final = "postgres"
"""The database that every server has; from it others are made and named."""


class PostgreSQL:
    name = "postgresql"

    def room_for_a_copy(self) -> int:
        """The dump, which is packed, and once more in its archive."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])

    def copy(self, path: Path) -> None:
        path.touch(mode=0o600)
        _program("pg_dump", "--format=custom", f"--file={path}")

    @contextmanager
    def opened(self, path: Path) -> Iterator[Opened]:
        house = str(connection.settings_dict["NAME"])
        beside = f"{house[:LONGEST]}_beside"
        with _administrator() as admin:
            if not _may_make_databases(admin):
                _program("pg_restore", "--file=-", str(path))
                yield Opened("", _refuse)
                return
            _drop(admin, beside)
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(beside)))
            try:
                _restore(path, beside)
                yield Opened(_url(beside), lambda: _take(admin, house, beside))
            finally:
                _drop(admin, beside)

    def refuse_in_use(self) -> None:
        """A database that somebody is connected to can't be given another name."""
        house = connection.settings_dict["NAME"]
        connection.close()
        with _administrator() as admin:
            others = admin.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = %s AND backend_type = 'client backend'",
                [house],
            ).fetchone()
        if others and others[0]:
            raise CannotBe(
                _("%(number)s connections are open to %(house)s: end web, live, worker and beat first."),
                number=others[0],
                house=house,
            )


def _take(admin: psycopg.Connection[Any], house: str, beside: str) -> None:
    """Let the two databases change names in one transaction, and drop what was the house's."""
    connection.close()
    before = f"{house[:LONGEST]}_before"
    _drop(admin, before)
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    try:
        with admin.transaction():
            admin.execute(rename.format(sql.Identifier(house), sql.Identifier(before)))
            admin.execute(rename.format(sql.Identifier(beside), sql.Identifier(house)))
    except psycopg.Error as error:
        raise CannotBe(f"PostgreSQL: {error}") from error
    _drop(admin, before)


def _refuse() -> None:
    raise CannotBe(_("This role may make no databases (CREATEDB), which restoring needs."))


def _restore(path: Path, name: str) -> None:
    _program(
        "pg_restore",
        "--no-owner",
        "--no-privileges",
        "--exit-on-error",
        "--single-transaction",
        f"--dbname={name}",
        str(path),
    )


def _program(name: str, *arguments: str) -> None:
    told = {LIBPQ[key]: str(value) for key, value in _parameters().items()}
    try:
        apart.run(name, *arguments, environ=told, heard=False)
    except WentWrong as wrong:
        raise CannotBe(f"{name}: {wrong}") from wrong


def _parameters() -> dict[str, Any]:
    """How the server is reached, as Django reaches it."""
    given = connection.get_connection_params()
    return {key: given[key] for key in LIBPQ if given.get(key)}


@contextmanager
def _administrator() -> Iterator[psycopg.Connection[Any]]:
    try:
        admin = psycopg.connect(**{**_parameters(), "dbname": ADMINISTRATIVE}, autocommit=True)
    except psycopg.Error as error:
        raise CannotBe(f"PostgreSQL: {error}") from error
    with admin:
        yield admin


def _may_make_databases(admin: psycopg.Connection[Any]) -> bool:
    asked = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    return bool((admin.execute(asked).fetchone() or (False,))[0])


def _drop(admin: psycopg.Connection[Any], name: str) -> None:
    admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _url(name: str) -> str:
    """The address of another database on the same server."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
