"""Processes with event streams read these; a lost message costs some seconds."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from tournaments.models import Tournament

if TYPE_CHECKING:
    from redis import Redis

CHANNEL = "istaka.changed"
TIMEOUT_SECONDS = 0.5
"""The longest wait for Redis."""


def publish_change(tournament: Tournament) -> None:
    """After commit; ignore failures of Redis."""
    if settings.LIVE_REDIS_URL:
        transaction.on_commit(lambda: _publish(tournament.public_id.bytes), robust=True)


def _publish(tournament: bytes) -> None:
    redis_client(settings.LIVE_REDIS_URL).publish(CHANNEL, tournament)


@cache
def redis_client(url: str) -> Redis:
    from redis import Redis  # noqa: PLC0415 - a tenth of a second at every start, unused on a laptop

    return Redis.from_url(url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS)
