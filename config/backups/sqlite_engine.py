from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from django.db import connection
from django.utils.translation import gettext_noop as _

from config.backups.errors import BackupError
from config.platform.databases import SQLITE_BUSY_SECONDS, SQLITE_FILES


class Sqlite:
    name = "sqlite"

    def required_space(self) -> int:
        """The most bytes of a copy with its backup."""
        files = (Path(f"{connection.settings_dict['NAME']}{ending}") for ending in SQLITE_FILES)
        return 2 * sum(file.stat().st_size for file in files if file.exists())

    def copy(self, path: Path) -> None:
        """In one transaction; no writer waits. Raises BackupError."""
        path.touch(mode=0o600)
        with _as_copy_errors(), closing(_site_connection()) as site, closing(sqlite3.connect(path)) as copy:
            site.backup(copy)

    @contextmanager
    def open_copy(self, path: Path) -> Iterator[str]:
        """Yield its URL. Raises BackupError if damaged."""
        _check_integrity(path)
        yield f"sqlite:///{quote(str(path))}"

    def refuse_in_use(self) -> None:
        """Close our connection; raise BackupError while another program has the database open."""
        connection.close()
        with closing(_site_connection(timeout=0)) as site:
            try:
                site.execute("PRAGMA locking_mode=EXCLUSIVE")  # WAL connections prevent it
                site.execute("BEGIN EXCLUSIVE")
                site.execute("ROLLBACK")
            except sqlite3.OperationalError as error:
                raise BackupError(
                    _("Another program has the database open. Stop the server first.")
                ) from error

    def replace_database(self, path: Path) -> None:
        """Replace it by the opened copy. Until it commits, others read the old database."""
        connection.close()
        with _as_copy_errors(), closing(sqlite3.connect(path)) as copy, closing(_site_connection()) as site:
            copy.backup(site)


def _site_connection(timeout: float = SQLITE_BUSY_SECONDS) -> sqlite3.Connection:
    site = sqlite3.connect(connection.settings_dict["NAME"], timeout=timeout, isolation_level=None)
    site.execute("PRAGMA synchronous=FULL")
    return site


def _check_integrity(path: Path) -> None:
    with _as_copy_errors(), closing(sqlite3.connect(path)) as copy:
        result = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if result != "ok":
            raise BackupError(_("The copy is damaged: %(error)s"), error=" ".join(result.split()))


@contextmanager
def _as_copy_errors() -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise BackupError(_("The copy is damaged: %(error)s"), error=error.reason) from error
    except sqlite3.Error as error:
        raise BackupError(f"SQLite: {error}.") from error
