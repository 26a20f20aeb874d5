"""No bugs: the database can't be used now."""

from __future__ import annotations

import errno
import sqlite3
from enum import Enum
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from django.db import Error, InterfaceError, OperationalError, connection
from django.utils.translation import gettext_noop as _


class Fault(Enum):
    FULL = _("The disk is full. Free some space; phones then send their unsent hands automatically.")
    READ_ONLY = _("The database is read-only: check its disk, and the owner of the file.")
    SHUT = _("The database can't be opened: check that its folder exists and is writable.")
    BUSY = _("Another program locks the database: a second server, a sync or backup tool.")
    DAMAGED = _("The database is damaged. Stop the server and restore the latest backup.")
    DISK = _("The database's disk reports an error: check its health, and which programs open the file.")
    AWAY = _("The database does not answer.")


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
"""By SQLite's codes; Django raises OperationalError for faulty statements too."""
PRIMARY_CODE_MASK: Final = 0xFF

SYSTEM_FAULTS: Final = {
    errno.ENOSPC: Fault.FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): Fault.FULL,
    errno.EFBIG: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
}
"""By errno, for files beside the database; missing permissions are SHUT."""
AMBIGUOUS_FAULTS: Final = (Fault.DISK, Fault.SHUT)
"""Also reported on a full disk, for a new file or the WAL index."""
PROBE: Final = b"\0" * 65_536
"""More than SQLite needs at once for its WAL index."""

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
"""PostgreSQL's class for statements over a limit: no fault of the database."""


def find_fault(error: BaseException | None) -> Fault | None:
    while error is not None:
        fault = _fault_of_error(error) if isinstance(error, Error) else None
        if fault is not None:
            return fault
        error = error.__cause__ or error.__context__
    return None


def _fault_of_error(error: Error) -> Fault | None:
    """Return None if the statement is at fault. A trial write to SQLite's folder decides ambiguous codes."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        fault = SQLITE_FAULTS.get(getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE_MASK)
        return (_fault_of_folder() or fault) if fault in AMBIGUOUS_FAULTS else fault
    code = getattr(cause, "sqlstate", None) or ""
    if code in POSTGRESQL_FAULTS:
        return POSTGRESQL_FAULTS[code]
    unreachable = isinstance(error, OperationalError | InterfaceError) and not code.startswith(
        LIMIT_EXCEEDED_CLASS
    )
    return Fault.AWAY if unreachable else None


def _fault_of_folder() -> Fault | None:
    """Return why a test file can't be written beside SQLite's; None if it can, or the cause is unknown.

    Other databases give None.
    """
    folder = Path(str(connection.settings_dict["NAME"])).parent
    if connection.vendor != "sqlite" or not folder.is_absolute():  # in memory
        return None
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(PROBE)
    except OSError as error:
        return SYSTEM_FAULTS.get(error.errno or 0)
    return None
