"""Naming a tournament that changed to the processes that hold the streams, where they don't ask all the time.

They read what changed from the database; who hears nothing of it finds out some seconds later.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from tournaments.models import Tournament

if TYPE_CHECKING:
    from redis import Redis

CHANNEL = "istaka.changed"
SECONDS_AT_MOST = 0.5
"""So long whoever changed something, or makes a page, waits for Redis."""


def announce(tournament: Tournament) -> None:
    """Name it once what was written is stored; a Redis that is away is no fault of who wrote."""
    if settings.LIVE_REDIS_URL:
        transaction.on_commit(lambda: _publish(tournament.public_id.bytes), robust=True)


def _publish(tournament: bytes) -> None:
    redis_at(settings.LIVE_REDIS_URL).publish(CHANNEL, tournament)


@cache
def redis_at(url: str) -> Redis:
    """The Redis between our processes, for which nobody waits long."""
    from redis import Redis  # noqa: PLC0415  a tenth of a second at every start, for what a laptop has not

    return Redis.from_url(url, socket_timeout=SECONDS_AT_MOST, socket_connect_timeout=SECONDS_AT_MOST)
