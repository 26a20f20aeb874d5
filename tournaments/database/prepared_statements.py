"""Planning takes longer than most queries that run with each hand."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper


def prepared_cursor(connection: BaseDatabaseWrapper) -> CursorWrapper:
    """Return a cursor that prepares statements if settings allow and queries aren't logged.

    Not for values within the text.
    """
    cursor = connection.cursor()
    prepares = connection.settings_dict["OPTIONS"].get("prepare_threshold") is not None
    if prepares and not connection.queries_logged:
        import psycopg  # noqa: PLC0415 - where there is no PostgreSQL it is never loaded

        cursor.cursor = psycopg.Cursor(
            connection.connection
        )  # Django's own cursor puts the values into the text
    return cursor
