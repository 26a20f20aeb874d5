"""Reads counters for the poller on its own connection."""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection

from scoring.live.queries.counters import CounterReading, Topic, counters_of


def read_counters(topics: Collection[Topic]) -> dict[Topic, CounterReading]:
    """Read the counters of topics; after an error the next call reconnects."""
    try:
        return counters_of(topics)
    except Exception:
        connection.close()
        raise


def close_connection() -> None:
    connection.close()
