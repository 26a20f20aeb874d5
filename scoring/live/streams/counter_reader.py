"""The watch's eyes: counters read over the one connection of its thread."""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection

from scoring.live.queries.counters import Told, counters_of
from scoring.live.queries.topics import Topic


def read(topics: Collection[Topic]) -> dict[Topic, Told]:
    """What pages about these watch. After a fault the next look opens another connection."""
    try:
        return counters_of(topics)
    except Exception:
        connection.close()
        raise


def rest() -> None:
    """Let the connection go while nobody watches."""
    connection.close()
