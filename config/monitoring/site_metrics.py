from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

import redis
from django.conf import settings
from django.utils import timezone
from kombu.transport.memory import Channel

from config.monitoring.health_checks import clock_difference, redis_client
from config.monitoring.own_connection import dedicated_connection
from config.platform import broker
from scoring import periodic_sweeps
from scoring.models import Entry
from scoring.standings import standings_cache
from tournaments.enums import TournamentState
from tournaments.models import Tournament

MINUTE: Final = timedelta(minutes=1)
MAX_HANDS: Final = 10_000
"""Limit of a minute's count: a hundred times a federation's Saturday."""
QUEUE, UNACKED = "celery", "unacked"
"""Celery's waiting tasks (a list), taken ones (a hash)."""

Metrics = Mapping[str, float]


def database_metrics() -> Metrics:
    with dedicated_connection():
        return read_database_metrics()


def read_database_metrics() -> Metrics:
    """Count tournaments playing or due, the last minute's hands (to MAX_HANDS); at most 12 queries.

    Seconds: since the last hand, standings and sweeps behind, clock ahead.
    """
    now = timezone.now()
    newest = Entry.objects.order_by("-pk").first()
    recent = Entry.objects.filter(pk__gt=newest.pk - MAX_HANDS if newest else 0)
    return {
        "istaka_hands_last_minute": recent.filter(received_at__gt=now - MINUTE).count(),
        "istaka_last_hand_seconds": _age(newest.received_at if newest else None, now),
        "istaka_tournaments_playing": Tournament.objects.filter(state=TournamentState.PLAYING).count(),
        "istaka_standings_behind_seconds": _age(standings_cache.oldest_uncounted_hand(), now),
        "istaka_sweep_behind_seconds": _age(periodic_sweeps.oldest_unswept_change(), now),
        "istaka_tournaments_due": len(periodic_sweeps.due_tournaments(at=now)),
        "istaka_clock_ahead_seconds": clock_difference(),
    }


def queue_metrics() -> Metrics:
    """Count waiting and, with Redis, taken tasks; empty while Redis is down."""
    if broker.is_in_memory(settings.CELERY_BROKER_URL):
        waiting = Channel.queues.get(QUEUE)
        return {"istaka_tasks_waiting": waiting.qsize() if waiting else 0}
    try:
        with redis_client(settings.CELERY_BROKER_URL) as queue:
            return {"istaka_tasks_waiting": queue.llen(QUEUE), "istaka_tasks_taken": queue.hlen(UNACKED)}
    except (redis.RedisError, OSError):
        return {}


def _age(since: datetime | None, now: datetime) -> float:
    return (now - since).total_seconds() if since else 0.0
