"""Hanging polls block nobody, and frequent callers cost nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from config.monitoring.shared_poll import PollTimeout, SharedPoll

LONG = 60.0


@pytest.fixture
def release_event() -> Iterator[threading.Event]:
    opened = threading.Event()
    yield opened
    opened.set()


def test_hanging_poll_times_out_and_uses_one_thread(release_event: threading.Event) -> None:
    calls: list[int] = []

    def read() -> str:
        calls.append(1)
        release_event.wait(LONG)
        return "well"

    async def ask() -> None:
        poll = SharedPoll(read, seconds=0.01)
        for _again in range(3):
            with pytest.raises(PollTimeout):
                await poll()
        release_event.set()
        patient = SharedPoll(read, seconds=LONG)
        assert await patient() == "well"

    asyncio.run(ask())
    assert len(calls) == 2


def test_concurrent_and_immediate_callers_share_a_result() -> None:
    calls: list[int] = []

    async def ask() -> None:
        poll = SharedPoll(lambda: calls.append(1), cached=LONG)
        await asyncio.gather(*(poll() for _one in range(20)))
        await poll()
        uncached_poll = SharedPoll(lambda: calls.append(2), cached=0)
        await uncached_poll()
        await uncached_poll()

    asyncio.run(ask())
    assert calls == [1, 2, 2]


def test_failing_poll_is_logged_once_and_raises_for_all_callers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def read() -> None:
        raise LookupError("no such thing")

    async def ask() -> None:
        poll = SharedPoll(read, cached=LONG)
        for _again in range(3):
            with pytest.raises(LookupError):
                await poll()

    asyncio.run(ask())
    assert [record.getMessage() for record in caplog.records] == ["A monitoring check failed: no such thing"]
