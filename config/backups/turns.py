"""One backup at a time, whoever asks: the page, the clock, a command."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_noop as _

from config.backups import notes
from config.backups.hindrances import Busy

SECONDS_TO_WAIT: Final = 5.0
"""Who only looks holds the turn for a moment, too."""


@contextmanager
def alone(*, seconds: float = SECONDS_TO_WAIT) -> Iterator[None]:
    """Hold the house's one turn for the block. Raises Busy after so many seconds.

    SQLite's lock on a file of its own is there on every system, and ends with the process that holds it.
    """
    notes.prepare()
    file = settings.BACKUPS / "turn.sqlite3"
    with closing(sqlite3.connect(file, timeout=seconds, isolation_level=None)) as turn:
        try:
            turn.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as taken:
            raise Busy(_("Another backup is being made or restored.")) from taken
        yield


def is_taken() -> bool:
    """Whether somebody is at it."""
    if not settings.BACKUPS.is_dir():
        return False
    try:
        with alone(seconds=0):
            return False
    except Busy:
        return True
