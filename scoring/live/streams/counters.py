"""The watch's eyes: counters read over the one connection of its thread."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from scoring.live.queries.watching import (
    LIST,
    counter_of_the_list,
    counters_of_players,
    counters_of_tournaments,
)


def read(public_ids: Collection[UUID]) -> dict[UUID, int]:
    """What pages about these watch, in one query; people among them take another, the list of all two more.

    After a fault the next look opens another connection.
    """
    try:
        found = counters_of_tournaments(public_ids)
        if LIST in public_ids:
            found[LIST] = counter_of_the_list()
        people = [one for one in public_ids if one not in found]
        return found | counters_of_players(people) if people else found
    except Exception:
        connection.close()
        raise


def rest() -> None:
    """Let the connection go while nobody watches."""
    connection.close()
