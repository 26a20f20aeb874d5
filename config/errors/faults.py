"""Errors of a database that are nobody's mistake in the code: it can't be used now."""

from __future__ import annotations

import sqlite3
from enum import Enum
from typing import Final

from django.db import Error, InterfaceError, OperationalError


class Fault(Enum):
    """What is the matter, in words for whoever runs this."""

    FULL = "The disk is full. Make room on it; phones then send by themselves what they kept."
    READ_ONLY = "The database can be read, but not written to: look at its disk, and at whose file it is."
    SHUT = "The database can't be opened: look whether its folder is there, and who may write in it."
    BUSY = "Something else held the database for too long."
    DAMAGED = "The database is damaged. End the server and put the newest copy in its place."
    AWAY = "The database does not answer."


SQLITE: Final = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_PERM: Fault.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Fault.SHUT,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_PROTOCOL: Fault.BUSY,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_IOERR: Fault.AWAY,
    sqlite3.SQLITE_NOMEM: Fault.AWAY,
}
"""By SQLite's own codes: what is wrong with a statement is an OperationalError, too."""
PRIMARY: Final = 0xFF

POSTGRESQL: Final = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "55P03": Fault.BUSY,
    "40001": Fault.BUSY,
    "40P01": Fault.BUSY,
    "57014": Fault.BUSY,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
}
TOO_LARGE: Final = "54"
"""The class of PostgreSQL's codes for a statement that nobody should have sent."""


def fault_behind(error: BaseException | None) -> Fault | None:
    """What is the matter with the database, if that is what lies behind an error; else None."""
    while error is not None:
        fault = _fault(error) if isinstance(error, Error) else None
        if fault is not None:
            return fault
        error = error.__cause__ or error.__context__
    return None


def _fault(error: Error) -> Fault | None:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & PRIMARY)
    code = getattr(cause, "sqlstate", None) or ""
    if code in POSTGRESQL:
        return POSTGRESQL[code]
    away = isinstance(error, OperationalError | InterfaceError) and not code.startswith(TOO_LARGE)
    return Fault.AWAY if away else None
