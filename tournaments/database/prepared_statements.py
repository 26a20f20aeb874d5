"""Prepared statements, which PostgreSQL plans once for each connection.

For most queries that run with each hand, planning takes longer than execution.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper


def prepared_cursor(connection: BaseDatabaseWrapper) -> CursorWrapper:
    """Return a cursor whose statements are prepared if the settings allow it.

    Don't use it for statements with values in their text: each would be prepared separately. While queries
    are logged, they run unprepared, so that the log shows their values.
    """
    cursor = connection.cursor()
    prepares = connection.settings_dict["OPTIONS"].get("prepare_threshold") is not None
    if prepares and not connection.queries_logged:
        import psycopg  # noqa: PLC0415 - where there is no PostgreSQL it is never loaded

        cursor.cursor = psycopg.Cursor(
            connection.connection
        )  # Django's own cursor puts the values into the text
    return cursor
