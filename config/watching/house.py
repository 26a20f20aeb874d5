"""Figures of the whole house, read from where they are: the database, and the queue of tasks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

import redis
from django.conf import settings
from django.utils import timezone
from kombu.transport.memory import Channel

from config import broker
from config.watching.own_connection import own_connection
from config.watching.parts import clock_difference, redis_at
from scoring import sweeps
from scoring.models import Entry
from scoring.standings import standings_cache
from tournaments.enums import TournamentState
from tournaments.models import Tournament

MINUTE: Final = timedelta(minutes=1)
MOST_HANDS: Final = 10_000
"""More in a minute are not counted: a hundred times what a federation's Saturday brings."""
QUEUE, TAKEN = "celery", "unacked"
"""What Celery calls the list of tasks that wait, and the table of those that a worker has taken."""

Figures = Mapping[str, float]


def in_database() -> Figures:
    """What `figures_now` tells, over a connection of its own."""
    with own_connection():
        return figures_now()


def figures_now() -> Figures:
    """What is played, and by how many seconds what follows from it is behind; in 12 statements at most."""
    now = timezone.now()
    newest = Entry.objects.order_by("-pk").first()
    recent = Entry.objects.filter(pk__gt=newest.pk - MOST_HANDS if newest else 0)
    return {
        "istaka_hands_last_minute": recent.filter(received_at__gt=now - MINUTE).count(),
        "istaka_last_hand_seconds": _age(newest.received_at if newest else None, now),
        "istaka_tournaments_playing": Tournament.objects.filter(state=TournamentState.PLAYING).count(),
        "istaka_standings_behind_seconds": _age(standings_cache.uncounted_since(), now),
        "istaka_sweep_behind_seconds": _age(sweeps.unswept_since(), now),
        "istaka_tournaments_due": len(sweeps.due(at=now)),
        "istaka_clock_ahead_seconds": clock_difference(),
    }


def in_queue() -> Figures:
    """How many tasks wait for a worker, and how many a worker has taken; nothing while Redis is away."""
    if broker.is_in_this_process(settings.CELERY_BROKER_URL):
        waiting = Channel.queues.get(QUEUE)
        return {"istaka_tasks_waiting": waiting.qsize() if waiting else 0}
    try:
        with redis_at(settings.CELERY_BROKER_URL) as queue:
            return {"istaka_tasks_waiting": queue.llen(QUEUE), "istaka_tasks_taken": queue.hlen(TAKEN)}
    except (redis.RedisError, OSError):
        return {}


def _age(since: datetime | None, now: datetime) -> float:
    return (now - since).total_seconds() if since else 0.0
