"""Statements whose words never change: PostgreSQL plans each once for a connection, and is told values alone.

It plans most of what is asked with each hand for longer than it works at it.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper


def prepared_cursor(connection: BaseDatabaseWrapper) -> CursorWrapper:
    """A cursor that has the database keep a plan of whatever it executes, where the settings let it.

    Not for words that are made of values: each would be kept as a statement of its own. Where statements are
    listened to they are asked with their values in them.
    """
    cursor = connection.cursor()
    kept = connection.settings_dict["OPTIONS"].get("prepare_threshold") is not None
    if kept and not connection.queries_logged:
        import psycopg  # noqa: PLC0415 - where there is no PostgreSQL it is never loaded

        cursor.cursor = psycopg.Cursor(connection.connection)  # Django's own puts the values into the words
    return cursor
