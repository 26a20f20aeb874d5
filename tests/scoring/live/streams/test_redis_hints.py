from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from redis import Redis

from scoring.live.streams import redis_hints
from scoring.live.streams.redis_hints import RedisHints
from scoring.models import Entry
from scoring.standings import standings_cache
from tests.factories import NOW, encounters_of
from tests.played_games import OF_101
from tests.processes import free_port
from tests.scoring.live.streams.stream_clients import until
from tests.services import redis_server
from tournaments.live.counters import CHANNEL


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis_server() as (url, _process):
        yield url


def run_with_hints(url: str, work: Callable[[RedisHints], Awaitable[object]]) -> None:
    async def run() -> None:
        hints = RedisHints(url)
        hints.begin()
        try:
            await work(hints)
        finally:
            hints.end()

    asyncio.run(run())


async def until_full_poll(hints: RedisHints) -> None:
    await until(lambda: hints.changed_tournaments() is not None)


def test_published_tournaments_are_received_once(redis_url: str):
    first, second = uuid4(), uuid4()

    async def work(hints: RedisHints) -> None:
        await until_full_poll(hints)
        received: set[UUID] = set()

        def have_both() -> bool:
            received.update(hints.changed_tournaments() or ())
            return received == {first, second}

        with Redis.from_url(redis_url) as client:
            for message in (first.bytes, b"nonsense", second.bytes, first.bytes):
                client.publish(CHANNEL, message)
        await until(have_both)
        assert hints.changed_tournaments() == set()

    run_with_hints(redis_url, work)


def test_full_polls_happen_despite_hints(redis_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(redis_hints, "SECONDS_BETWEEN_FULL_POLLS", 0.0)

    async def work(hints: RedisHints) -> None:
        await until(lambda: hints._connected)
        assert hints.changed_tournaments() is None
        assert hints.changed_tournaments() is None

    run_with_hints(redis_url, work)


def test_without_redis_everything_is_polled(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(redis_hints, "SECONDS_BEFORE_RECONNECT", 0.01)
    port = free_port()

    async def work(hints: RedisHints) -> None:
        await until(lambda: caplog.records)
        assert hints.changed_tournaments() is None
        with redis_server(port=port) as (_url, process):
            await until_full_poll(hints)
            process.terminate()
            await until(lambda: hints.changed_tournaments() is None)
        with redis_server(port=port):
            await until_full_poll(hints)

    run_with_hints(f"redis://127.0.0.1:{port}/0", work)
    assert {record.name for record in caplog.records} == {"scoring.live.streams.redis_hints"}


def published_by(url: str, act: Callable[[], object]) -> list[bytes]:
    with Redis.from_url(url) as client, client.pubsub(ignore_subscribe_messages=True) as channel:
        channel.subscribe(CHANNEL)
        assert channel.get_message(timeout=5) is None  # the confirmation of the subscription
        act()
        client.publish(CHANNEL, b"end")
        published: list[bytes] = []
        while (message := channel.get_message(timeout=5)) and message["data"] != b"end":
            published.append(message["data"])
        assert message
    return published


@pytest.mark.django_db(transaction=True)
def test_changed_tournament_is_published_after_the_commit(redis_url: str, settings: Any):
    settings.LIVE_REDIS_URL = redis_url
    tournament = OF_101.draw_tournament()
    encounter = encounters_of(tournament)[0]

    def in_vain() -> None:
        with transaction.atomic():
            OF_101.play(encounter)
            transaction.set_rollback(True)

    assert published_by(redis_url, in_vain) == []
    assert published_by(redis_url, lambda: OF_101.play(encounter)) == [tournament.public_id.bytes]
    standings = partial(standings_cache.refresh, stage=encounter.stage, at=NOW)
    assert published_by(redis_url, standings) == [tournament.public_id.bytes]


@pytest.mark.django_db(transaction=True)
def test_hand_is_stored_without_redis(settings: Any, caplog: pytest.LogCaptureFixture):
    encounter = encounters_of(OF_101.draw_tournament())[0]
    settings.LIVE_REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    caplog.clear()
    assert OF_101.play(encounter).entry.pk
    assert Entry.objects.count() == 1
    assert "connecting to" in caplog.text
