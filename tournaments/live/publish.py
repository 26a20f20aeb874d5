"""Publishing of changed tournaments to the processes that hold the event streams, by Redis.

The message names the tournament only; its state is read from the database. A process that misses a message
notices the change some seconds later.
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
"""The longest time that a request waits for Redis."""


def announce(tournament: Tournament) -> None:
    """Publish the tournament after commit; a failure of Redis doesn't fail the request."""
    if settings.LIVE_REDIS_URL:
        transaction.on_commit(lambda: _publish(tournament.public_id.bytes), robust=True)


def _publish(tournament: bytes) -> None:
    redis_at(settings.LIVE_REDIS_URL).publish(CHANNEL, tournament)


@cache
def redis_at(url: str) -> Redis:
    """Return the Redis client for live events, with short timeouts."""
    from redis import Redis  # noqa: PLC0415  a tenth of a second at every start, for what a laptop has not

    return Redis.from_url(url, socket_timeout=SECONDS_AT_MOST, socket_connect_timeout=SECONDS_AT_MOST)
