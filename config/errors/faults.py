"""Errors of a database that are nobody's mistake in the code: it can't be used now."""

from __future__ import annotations

import errno
import sqlite3
from enum import Enum
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from django.db import Error, InterfaceError, OperationalError, connection


class Fault(Enum):
    """What is the matter, in words for whoever runs this."""

    FULL = "The disk is full. Make room on it; phones then send by themselves what they kept."
    READ_ONLY = "The database can be read, but not written to: look at its disk, and at whose file it is."
    SHUT = "The database can't be opened: look whether its folder is there, and who may write in it."
    BUSY = "Another program locked the database for too long: a second server, a sync or backup tool."
    DAMAGED = "The database is damaged. End the server and put the newest copy in its place."
    DISK = "The disk under the database gave an error: look at its health, and at what else opens the file."
    AWAY = "The database does not answer."


SQLITE_FAULTS: Final = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_PERM: Fault.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Fault.SHUT,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_PROTOCOL: Fault.BUSY,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_IOERR: Fault.DISK,
    sqlite3.SQLITE_NOMEM: Fault.AWAY,
}
"""By SQLite's own codes: what is wrong with a statement is an OperationalError, too."""
PRIMARY_CODE_MASK: Final = 0xFF

SYSTEM_FAULTS: Final = {
    errno.ENOSPC: Fault.FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): Fault.FULL,  # Windows has no such code
    errno.EFBIG: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
}
"""By the system's own codes, for what is written beside the database; who may write there SHUT asks."""
AMBIGUOUS_FAULTS: Final = (Fault.DISK, Fault.SHUT)
"""SQLite's codes for a full disk, among others: where it can't make the index of its log, or any file."""
PROBE: Final = b"\0" * 65_536
"""More than SQLite needs at once for the index of its log."""

POSTGRESQL_FAULTS: Final = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "55P03": Fault.BUSY,
    "40001": Fault.BUSY,
    "40P01": Fault.BUSY,
    "57014": Fault.BUSY,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
}
LIMIT_EXCEEDED_CLASS: Final = "54"
"""The class of PostgreSQL's codes for a statement that nobody should have sent."""


def find_fault(error: BaseException | None) -> Fault | None:
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
        fault = SQLITE_FAULTS.get(getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE_MASK)
        return (_fault_of_folder() or fault) if fault in AMBIGUOUS_FAULTS else fault
    code = getattr(cause, "sqlstate", None) or ""
    if code in POSTGRESQL_FAULTS:
        return POSTGRESQL_FAULTS[code]
    away = isinstance(error, OperationalError | InterfaceError) and not code.startswith(LIMIT_EXCEEDED_CLASS)
    return Fault.AWAY if away else None


def _fault_of_folder() -> Fault | None:
    """Why nothing can be written beside our SQLite file: found out by writing; None if something can."""
    folder = Path(str(connection.settings_dict["NAME"])).parent
    if connection.vendor != "sqlite" or not folder.is_absolute():  # in memory, as in tests
        return None
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(PROBE)
    except OSError as error:
        return SYSTEM_FAULTS.get(error.errno or 0)
    return None
