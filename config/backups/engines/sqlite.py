"""A club's one file, copied by SQLite's own backup while the tables write to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from django.db import connection
from django.utils.translation import gettext_noop as _

from config.backups.engines import Opened
from config.backups.hindrances import CannotBe
from config.platform.databases import SQLITE_BUSY_SECONDS, SQLITE_FILES


class Sqlite:
    name = "sqlite"

    def room_for_a_copy(self) -> int:
        """The copy, and what is packed of it."""
        files = (Path(f"{connection.settings_dict['NAME']}{ending}") for ending in SQLITE_FILES)
        return 2 * sum(file.stat().st_size for file in files if file.exists())

    def copy(self, path: Path) -> None:
        """All pages are read in one transaction, for which nobody who writes waits."""
        path.touch(mode=0o600)
        with _told(), closing(_house()) as house, closing(sqlite3.connect(path)) as copy:
            house.backup(copy)

    @contextmanager
    def opened(self, path: Path) -> Iterator[Opened]:
        _look_through(path)
        yield Opened(f"sqlite:///{quote(str(path))}", lambda: self._take(path))

    def refuse_in_use(self) -> None:
        """Whoever has the file open in WAL mode holds a lock that leaves no other alone with it."""
        connection.close()
        with closing(_house(timeout=0)) as house:
            try:
                house.execute("PRAGMA locking_mode=EXCLUSIVE")
                house.execute("BEGIN EXCLUSIVE")
                house.execute("ROLLBACK")
            except sqlite3.OperationalError as error:
                raise CannotBe(_("Something else has the database open: end the server first.")) from error

    def _take(self, path: Path) -> None:
        """Write the copy over the house in one transaction: until it is done all others see what was."""
        connection.close()
        with _told(), closing(sqlite3.connect(path)) as copy, closing(_house()) as house:
            copy.backup(house)


def _house(timeout: float = SQLITE_BUSY_SECONDS) -> sqlite3.Connection:
    """A connection of its own to the file: what is begun in Django's is no part of a copy."""
    house = sqlite3.connect(connection.settings_dict["NAME"], timeout=timeout, isolation_level=None)
    house.execute("PRAGMA synchronous=FULL")
    return house


def _look_through(path: Path) -> None:
    with _told(), closing(sqlite3.connect(path)) as copy:
        said = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise CannotBe(_("The copy is damaged: %(said)s"), said=" ".join(said.split()))


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise CannotBe(_("The copy is damaged: %(said)s"), said=error.reason) from error
    except sqlite3.Error as error:
        raise CannotBe(f"SQLite: {error}.") from error
