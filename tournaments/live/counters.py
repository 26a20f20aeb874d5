"""Counters of changes, which live pages poll, and hints to the processes with event streams.

A lost hint costs some seconds.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Now

from tournaments.models import Encounter, Tournament
from tournaments.refusals import TournamentErased

if TYPE_CHECKING:
    from redis import Redis

CHANNEL: Final = "istaka.changed"
REDIS_TIMEOUT_SECONDS: Final = 0.5
"""The longest wait for Redis."""


def notify(tournament: Tournament) -> None:
    """Notify pages of a change that a sweep checks again.

    Locks the tournament, and so its log, until commit: no other row is locked after it. Raises
    TournamentErased.
    """
    _raise_counters(tournament, unswept_since=Coalesce("unswept_since", Now()))


def notify_hands(encounter: Encounter) -> None:
    """Count changed hands of encounter and tournament, without a sweep; notify pages.

    Caller locks the encounter. Locks and raises as `notify`.
    """
    Encounter.objects.filter(pk=encounter.pk).update(hand_changes=F("hand_changes") + 1)
    _raise_counters(encounter.stage.tournament, hand_changes=F("hand_changes") + 1)


def _raise_counters(tournament: Tournament, **columns: Combinable) -> None:
    existing = Tournament.objects.not_erased().filter(pk=tournament.pk)
    if not existing.update(counter=F("counter") + 1, **columns):
        raise TournamentErased
    _publish_on_commit(tournament)


def notify_without_sweep(tournament: Tournament) -> None:
    """Also of an erased tournament; lock its row until commit."""
    Tournament.objects.filter(pk=tournament.pk).update(counter=F("counter") + 1)
    _publish_on_commit(tournament)


def notify_standings(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(
        counter=F("counter") + 1, standings_changes=F("standings_changes") + 1
    )
    _publish_on_commit(tournament)


def mark_swept(tournament: Tournament) -> None:
    """Up to the state that was read."""
    without_sweep = F("hand_changes") + F("standings_changes")
    unchanged = Tournament.objects.filter(pk=tournament.pk, counter=without_sweep + tournament.other_changes)
    unchanged.exclude(unswept_since=None).update(unswept_since=None)


def _publish_on_commit(tournament: Tournament) -> None:
    """Ignore failures of Redis."""
    if settings.LIVE_REDIS_URL:
        transaction.on_commit(lambda: _publish(tournament.public_id.bytes), robust=True)


def _publish(tournament: bytes) -> None:
    redis_client(settings.LIVE_REDIS_URL).publish(CHANNEL, tournament)


@cache
def redis_client(url: str) -> Redis:
    from redis import Redis  # noqa: PLC0415 - a tenth of a second at every start, unused on a laptop

    timeout = REDIS_TIMEOUT_SECONDS
    return Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout)
