from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_noop as _

from config.backups import status_files
from config.backups.errors import BackupInProgressError

TIMEOUT_SECONDS: Final = 5.0
"""`is_locked` takes the lock for a moment, too."""


@contextmanager
def backup_lock(*, seconds: float = TIMEOUT_SECONDS) -> Iterator[None]:
    """Lock backups and restores for the block; after `seconds` of waiting raise BackupInProgressError.

    The lock ends with its process. It can't be taken twice.
    """
    status_files.create_folder()
    file = settings.BACKUPS / "turn.sqlite3"
    with closing(sqlite3.connect(file, timeout=seconds, isolation_level=None)) as lock_connection:
        try:
            lock_connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise BackupInProgressError(_("Another backup is being made or restored.")) from error
        yield


def is_locked() -> bool:
    if not settings.BACKUPS.is_dir():
        return False
    try:
        with backup_lock(seconds=0):
            return False
    except BackupInProgressError:
        return True
