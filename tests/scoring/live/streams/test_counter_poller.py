from __future__ import annotations

import asyncio
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection

from scoring.live.queries.counters import CounterReading, Kind, Topic
from scoring.live.streams import counter_reader
from scoring.live.streams.counter_poller import CounterPoller
from scoring.live.streams.event_stream import Streams
from tests.factories import drawn_tournament, encounters_of, open_tournament, play_hand
from tests.processes import LONGEST_WAIT
from tests.scoring.live.streams.stream_clients import FakeCounters, listening, streams_of, until
from tournaments.models import Tournament


@pytest.mark.parametrize("number", [1, 50])
def test_poll_reads_each_topic_once_for_any_number_of_listeners(number: int):
    counters = FakeCounters()

    async def work() -> None:
        first, other = counters.add(), counters.add()
        streams = streams_of(counters)
        async with listening(streams, first, number), listening(streams, other, number):
            counters.looks.clear()
            await until(lambda: len(counters.looks) >= 5)

    asyncio.run(work())
    assert counters.looks[:5] == [2] * 5  # both topics, each once


def test_second_listener_gets_the_known_counter_at_once():
    counters = FakeCounters()

    async def work() -> None:
        topic = counters.add(7)
        streams = Streams(CounterPoller(counters.read, counters.close_connection, pause=60), limit=100)
        async with listening(streams, topic), listening(streams, topic, 20):
            assert len(counters.looks) == 1

    asyncio.run(work())


def test_new_topic_is_polled_at_once():
    counters = FakeCounters()

    async def work() -> None:
        streams = Streams(CounterPoller(counters.read, counters.close_connection, pause=60), limit=100)
        async with listening(streams, counters.add()), listening(streams, counters.add()):
            assert counters.looks == [1, 2]

    asyncio.run(asyncio.wait_for(work(), 30))


def test_no_polling_without_listeners():
    counters = FakeCounters()

    async def work() -> None:
        topic = counters.add()
        streams = streams_of(counters)
        for _time in range(2):
            async with listening(streams, topic):
                pass
            await until(lambda: counters.rested)
            looks = len(counters.looks)
            await asyncio.sleep(0.1)
            assert len(counters.looks) == looks
            counters.rested = 0

    asyncio.run(work())


def test_polling_survives_a_database_error():
    counters = FakeCounters()

    async def work() -> None:
        topic = counters.add(1)
        streams = streams_of(counters)
        async with listening(streams, topic) as (listener,):
            counters.fault = OperationalError("the server closed the connection")
            await until(lambda: streams.watch.blind)
            counters.values[topic] = 2
            counters.fault = None
            assert await listener.counter() == 2
            assert not streams.watch.blind

    asyncio.run(work())


def test_hand_is_reported_together_with_its_standings():
    counters = FakeCounters()

    async def work() -> None:
        shows_both, shows_hands = counters.add(1), counters.add(1, Kind.ENCOUNTER)
        watch = CounterPoller(counters.read, counters.close_connection, pause=0.01, patience=LONGEST_WAIT)
        streams = Streams(watch, limit=100)
        async with (
            listening(streams, shows_both) as (patient,),
            listening(streams, shows_hands) as (hasty,),
        ):
            counters.values |= {shows_both: 2, shows_hands: 2}
            assert await hasty.counter() == 2
            counters.values[shows_both] = 3
            assert await patient.counter() == 3

    asyncio.run(asyncio.wait_for(work(), LONGEST_WAIT / 2))


def test_hand_without_standings_is_reported_after_the_delay():
    counters = FakeCounters()

    async def work() -> None:
        topic = counters.add(1)
        async with listening(streams_of(counters), topic) as (listener,):
            counters.values[topic] = 2
            assert await listener.counter() == 2

    asyncio.run(asyncio.wait_for(work(), LONGEST_WAIT))


class FakeHints:
    def __init__(self) -> None:
        self.changed: set[UUID] | None = None
        self.begun = 0

    def begin(self) -> None:
        self.begun += 1

    def end(self) -> None:
        self.begun -= 1

    def changed_tournaments(self) -> set[UUID] | None:
        hints, self.changed = self.changed, set()
        return hints


def test_hints_limit_the_polled_topics():
    counters, hints = FakeCounters(), FakeHints()

    async def work() -> None:
        watched, other, any_of_them = (counters.add() for _topic in range(3))
        counters.tournaments = {watched: uuid4(), other: uuid4()}
        streams = Streams(
            CounterPoller(counters.read, counters.close_connection, hints=hints, pause=0.01), limit=100
        )
        async with (
            listening(streams, watched) as (first,),
            listening(streams, other) as (second,),
            listening(streams, any_of_them),
        ):
            counters.looks.clear()
            counters.values |= {watched: 2, other: 2}
            hints.changed = {counters.tournaments[watched], uuid4()}
            assert await first.counter() == 2
            assert counters.looks == [2]  # the first one, and the topic that any tournament may change
            assert second.sent.empty()
            hints.changed = None
            assert await second.counter() == 2
            assert hints.begun == 1
        await until(lambda: counters.rested)

    asyncio.run(work())
    assert hints.begun == 0


def test_everything_is_polled_after_an_error():
    counters, hints = FakeCounters(), FakeHints()

    async def work() -> None:
        topic = counters.add()
        counters.tournaments = {topic: uuid4()}
        streams = Streams(
            CounterPoller(counters.read, counters.close_connection, hints=hints, pause=0.01), limit=100
        )
        async with listening(streams, topic) as (listener,):
            counters.fault = OperationalError("the server closed the connection")
            hints.changed = {counters.tournaments[topic]}
            await until(lambda: streams.watch.blind)
            counters.values[topic] = 2
            counters.fault = None
            assert await listener.counter() == 2

    asyncio.run(work())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_hand_of_another_connection_is_reported():
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]

    async def work() -> None:
        released = asyncio.Event()
        loop = asyncio.get_running_loop()

        def rest() -> None:
            counter_reader.close_connection()
            loop.call_soon_threadsafe(released.set)

        streams = Streams(CounterPoller(counter_reader.read_counters, rest, pause=0.01), limit=10)
        async with listening(streams, Topic(Kind.TOURNAMENT, tournament.public_id), 3) as listeners:
            counter = await asyncio.to_thread(stored)
            assert [await listener.counter() for listener in listeners] == [counter] * 3
        await released.wait()

    def stored() -> int:
        play_hand(encounter)
        tournament.refresh_from_db()
        connection.close()
        return tournament.counter

    asyncio.run(work())


def refuse(*_: object) -> None:
    raise OperationalError("gone")


@pytest.mark.django_db(transaction=True)
def test_connection_is_reopened_after_an_error():
    tournament = Tournament.objects.get(pk=open_tournament().pk)
    topic = Topic(Kind.TOURNAMENT, tournament.public_id)
    with connection.execute_wrapper(refuse), pytest.raises(OperationalError):
        counter_reader.read_counters([topic])
    assert connection.connection is None
    assert counter_reader.read_counters([topic]) == {
        topic: CounterReading(tournament.counter, topic.public_id)
    }
