from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

from config.monitoring import site_metrics
from config.monitoring.health_checks import redis_client
from config.platform.broker import IN_MEMORY
from scoring.periodic_sweeps import sweep
from scoring.standings import standings_cache
from tests.config.monitoring.asgi_requests import run_in_thread
from tests.factories import drawn_tournament, encounters_of, play_hand
from tests.services import redis_server
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.postgres
def test_delays_are_reported_until_caught_up() -> None:
    assert run_in_thread(site_metrics.database_metrics)["istaka_last_hand_seconds"] == 0  # there is none
    now = timezone.now()
    tournament = drawn_tournament(pairs=8, groups=2)
    first, second = encounters_of(tournament)[:2]
    play_hand(first, at=now - timedelta(minutes=5))
    play_hand(second, at=now - timedelta(seconds=20))
    Tournament.objects.filter(pk=tournament.pk).update(unswept_since=now - timedelta(minutes=7))
    metrics = run_in_thread(site_metrics.database_metrics)
    assert (metrics["istaka_hands_last_minute"], metrics["istaka_tournaments_playing"]) == (1, 1)
    assert 20 <= metrics["istaka_last_hand_seconds"] < 300 <= metrics["istaka_standings_behind_seconds"] < 420
    assert metrics["istaka_sweep_behind_seconds"] >= 420
    assert metrics["istaka_tournaments_due"] == 1
    assert sweep(tournament=Tournament.objects.get(pk=tournament.pk), at=timezone.now())
    caught_up = run_in_thread(site_metrics.database_metrics)
    behind = [
        caught_up[f"istaka_{suffix}"] for suffix in ("standings_behind_seconds", "sweep_behind_seconds")
    ]
    assert [*behind, caught_up["istaka_tournaments_due"]] == [0, 0, 0]


@pytest.mark.postgres
def test_only_later_hands_of_a_counted_group_are_behind() -> None:
    now = timezone.now()
    tournament = drawn_tournament(pairs=8, groups=2)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, at=now - timedelta(hours=2))
    standings_cache.refresh_stale(tournament=tournament, at=now - timedelta(hours=1))
    assert standings_cache.oldest_uncounted_hand() is None
    play_hand(encounter, at=now - timedelta(minutes=1))
    assert standings_cache.oldest_uncounted_hand() == now - timedelta(minutes=1)


@pytest.mark.parametrize("tournaments", [1, 4])
def test_query_count_does_not_depend_on_play(tournaments: int, django_assert_num_queries) -> None:
    for _one in range(tournaments):
        for encounter in encounters_of(drawn_tournament(pairs=8, groups=2))[:4]:
            play_hand(encounter)
    connection.ensure_connection()
    with django_assert_num_queries(12):
        site_metrics.read_database_metrics()


def test_tasks_are_counted_in_their_queue(settings: LazySettings) -> None:
    settings.CELERY_BROKER_URL = IN_MEMORY
    assert site_metrics.queue_metrics()["istaka_tasks_waiting"] >= 0
    with redis_server() as (url, _process):
        settings.CELERY_BROKER_URL = url
        queue = redis_client(url)
        queue.rpush(site_metrics.QUEUE, "a", "b", "c")
        queue.hset(site_metrics.UNACKED, "d", "")
        assert site_metrics.queue_metrics() == {"istaka_tasks_waiting": 3, "istaka_tasks_taken": 1}
        queue.close()
