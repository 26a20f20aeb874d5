from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest

from scoring.live.queries.counters import Kind, Topic
from scoring.live.streams import event_stream
from tests.scoring.live.streams.stream_clients import FakeCounters, address, ask, listening, streams_of, until


def run_with_counters(work: Callable[[FakeCounters], Awaitable[Any]]) -> FakeCounters:
    counters = FakeCounters()

    async def run() -> None:
        await work(counters)

    asyncio.run(run())
    return counters


def test_first_event_is_the_current_counter():
    async def work(counters: FakeCounters) -> None:
        topic = counters.add(41)
        listener = ask(streams_of(counters), address(topic))
        assert await listener.status() == 200
        assert await listener.event() == f'data: {{"counters": {{"{topic}": 41}}, "spread": 0}}\n\n'
        await listener.leave()

    run_with_counters(work)


def test_one_stream_reports_several_topics():
    async def work(counters: FakeCounters) -> None:
        page, strip, cancelled = counters.add(3), counters.add(7, Kind.ENTRANT), Topic(Kind.TABLE, uuid4())
        listener = ask(streams_of(counters), address(page, strip, cancelled))
        assert await listener.status() == 200
        assert await listener.counters() == {str(page): 3, str(strip): 7}
        counters.values[strip] = 8
        assert await listener.counters() == {str(page): 3, str(strip): 8}
        await listener.leave()

    run_with_counters(work)


def test_stream_is_not_buffered_or_cached():
    async def work(counters: FakeCounters) -> None:
        listener = ask(streams_of(counters), address(counters.add()))
        await listener.status()
        assert listener.headers == {
            "content-type": "text/event-stream; charset=utf-8",
            "cache-control": "no-store",
            "x-accel-buffering": "no",
            "x-content-type-options": "nosniff",
        }
        await listener.leave()

    run_with_counters(work)


def test_change_reaches_every_listener_of_its_topic():
    async def work(counters: FakeCounters) -> None:
        topic, other = counters.add(1), counters.add(1)
        streams = streams_of(counters)
        async with listening(streams, topic, 2) as first, listening(streams, other) as second:
            counters.values[topic] = 2
            assert [await listener.counter() for listener in first] == [2, 2]
            assert second[0].sent.empty()

    run_with_counters(work)


def test_simultaneous_changes_are_merged():
    async def work(counters: FakeCounters) -> None:
        topic = counters.add(1)
        async with listening(streams_of(counters), topic) as (listener,):
            with counters.moving:
                for counter in range(2, 50):
                    counters.values[topic] = counter
            assert await listener.counter() == 49

    run_with_counters(work)


def test_lowered_counter_is_reported():
    async def work(counters: FakeCounters) -> None:
        topic = counters.add(30)
        async with listening(streams_of(counters), topic) as (listener,):
            counters.values[topic] = 12
            assert await listener.counter() == 12

    run_with_counters(work)


def test_heartbeat_is_a_comment_and_an_event(monkeypatch):
    monkeypatch.setattr(event_stream, "SECONDS_BETWEEN_BEATS", 0.02)

    async def work(counters: FakeCounters) -> None:
        async with listening(streams_of(counters), counters.add()) as (listener,):
            assert await listener.event() == ": still here\nevent: beat\ndata:\n\n"
            assert await listener.event() == ": still here\nevent: beat\ndata:\n\n"

    run_with_counters(work)


def test_stream_ends_after_its_time(monkeypatch):
    monkeypatch.setattr(event_stream, "SECONDS_OF_A_STREAM", 0.05)

    async def work(counters: FakeCounters) -> None:
        streams = streams_of(counters)
        listener = ask(streams, address(counters.add()))
        await listener.status()
        await listener.counter()
        assert await listener.message() == {"type": "http.response.body", "body": b"", "more_body": False}
        await until(lambda: streams.open == 0)

    run_with_counters(work)


def test_deleted_topic_ends_its_streams():
    async def work(counters: FakeCounters) -> None:
        topic = counters.add()
        streams = streams_of(counters)
        listener = ask(streams, address(topic))
        await listener.status()
        await listener.counter()
        del counters.values[topic]
        assert not (await listener.message())["more_body"]
        await until(lambda: streams.open == 0)

    run_with_counters(work)


def test_disconnect_frees_a_stream():
    async def work(counters: FakeCounters) -> None:
        topic = counters.add()
        streams = streams_of(counters, limit=2)
        async with listening(streams, topic, 2):
            late = ask(streams, address(topic))
            assert await late.status() == 503
            assert late.headers["retry-after"] == "60"
            assert streams.open == 2
        assert streams.open == 0
        async with listening(streams, topic):
            assert streams.open == 1

    run_with_counters(work)


def test_one_address_may_use_half_of_the_streams(monkeypatch):
    monkeypatch.setattr(event_stream, "MIN_STREAMS_PER_ADDRESS", 1)

    async def work(counters: FakeCounters) -> None:
        topic = counters.add()
        streams = streams_of(counters, limit=5)
        async with listening(streams, topic, 2):
            late = ask(streams, address(topic))
            assert await late.status() == 429
            assert late.headers["retry-after"] == "60"
            other = ask(streams, address(topic), client="10.0.0.2")
            assert await other.status() == 200
            await other.leave()

    run_with_counters(work)


@pytest.mark.parametrize(
    ("path", "method", "host", "status"),
    [
        ("/live/tournament.00000000-0000-4000-8000-000000000000/", "GET", "localhost", 404),
        ("/live/00000000-0000-4000-8000-000000000000/", "GET", "localhost", 404),
        ("/live/nothing.00000000-0000-4000-8000-000000000000/", "GET", "localhost", 404),
        (
            "/live/" + "+".join(["table.00000000-0000-4000-8000-000000000000"] * 5) + "/",
            "GET",
            "localhost",
            404,
        ),
        ("/live/tournament.00000000-0000-4000-8000-000000000000/more/", "GET", "localhost", 404),
        ("/live/TABLE.00000000-0000-4000-8000-000000000000/", "GET", "localhost", 404),
        ("/live/table.00000000-0000-4000-8000-000000000000x/", "GET", "localhost", 404),
        ("/live/nonsense/", "GET", "localhost", 404),
        ("/live/%00/", "GET", "localhost", 404),
        ("/", "GET", "localhost", 404),
        ("/live/", "GET", "localhost", 200),
        ("/live/", "POST", "localhost", 405),
        ("/live/tournament.00000000-0000-4000-8000-000000000000/", "PUT", "localhost", 405),
        ("/live/", "GET", "elsewhere.example.org", 400),
    ],
)
def test_invalid_requests_are_refused(path: str, method: str, host: str, status: int):
    async def work(counters: FakeCounters) -> None:
        listener = ask(streams_of(counters), path, method=method, host=host)
        assert await listener.status() == status
        assert not (await listener.message())["more_body"]
        if status == 405:
            assert listener.headers["allow"] == "GET, HEAD"

    run_with_counters(work)


def test_head_returns_only_headers():
    async def work(counters: FakeCounters) -> None:
        streams = streams_of(counters)
        listener = ask(streams, address(counters.add()), method="HEAD")
        assert await listener.status() == 200
        assert await listener.message() == {"type": "http.response.body", "body": b"", "more_body": False}
        await until(lambda: streams.open == 0)

    run_with_counters(work)


def test_failing_database_answers_503(monkeypatch):
    monkeypatch.setattr(event_stream, "SECONDS_FOR_THE_FIRST_POLL", 0.05)

    async def work(counters: FakeCounters) -> None:
        counters.fault = OSError("gone")
        streams = streams_of(counters)
        listener = ask(streams, address(counters.add()))
        assert await listener.status() == 503
        await until(lambda: streams.open == 0)

    run_with_counters(work)


def test_no_heartbeat_while_the_poller_fails(monkeypatch, caplog):
    monkeypatch.setattr(event_stream, "SECONDS_BETWEEN_BEATS", 0.02)

    async def work(counters: FakeCounters) -> None:
        topic = counters.add(1)
        streams = streams_of(counters)
        async with listening(streams, topic) as (listener,):
            counters.fault = OSError("gone")
            await until(lambda: streams.watch.blind)
            while not listener.sent.empty():
                listener.sent.get_nowait()
            await asyncio.sleep(0.1)
            assert listener.sent.empty()
            counters.fault = None
            counters.values[topic] = 2
            assert await listener.counter() == 2

    run_with_counters(work)
    assert (
        len([record for record in caplog.records if record.name == "scoring.live.streams.counter_poller"])
        == 1
    )


def test_spread_grows_with_the_number_of_listeners():
    counters = {Topic(Kind.TOURNAMENT, uuid4()): 7}
    assert b'"spread": 0}' in event_stream.change_event(counters, 1)
    assert b'"spread": 20}' in event_stream.change_event(counters, 100)
    assert b'"spread": 400}' in event_stream.change_event(counters, 100_000)
