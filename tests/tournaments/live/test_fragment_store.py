from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

from tests.processes import LONGEST_WAIT, free_port
from tests.services import redis_server
from tournaments.live import fragment_store as module
from tournaments.live.fragment_store import ENTRY_BYTES, OBJECT_BYTES, FragmentStore

SECONDS_TO_WAIT = 0.2
"""A thread that doesn't wait for another has its result much sooner."""


def compute(store: FragmentStore, key: str, value: bytes, *, seconds: float = LONGEST_WAIT) -> bytes:
    return store.get_or_compute(key, lambda: value, seconds=seconds)


def render(store: FragmentStore, key: str, content: bytes) -> bytes:
    return store.get_or_render(key, lambda: content, seconds=LONGEST_WAIT)


def test_other_thread_waits_for_the_result():
    results: list[bytes] = []
    store = FragmentStore()
    other = Thread(target=lambda: results.append(compute(store, "key", b"computed twice")))

    def make() -> bytes:
        other.start()
        other.join(SECONDS_TO_WAIT)
        return b"part"

    assert store.get_or_compute("key", make, seconds=LONGEST_WAIT) == b"part"
    other.join()
    assert results == [b"part"]


def test_exception_is_not_stored():
    store = FragmentStore()

    def fail() -> bytes:
        raise LookupError

    with pytest.raises(LookupError):
        store.get_or_compute("key", fail, seconds=LONGEST_WAIT)
    assert compute(store, "key", b"part") == b"part"


def test_entries_expire():
    store = FragmentStore()
    assert compute(store, "key", b"1", seconds=0) == b"1"
    assert compute(store, "key", b"2", seconds=0) == b"2"
    store.store_many({"listing": object()}, seconds=0)
    assert store.find_many(["key", "listing"]) == {}


def test_least_recently_used_is_dropped_beyond_the_bytes():
    store = FragmentStore(2 * (ENTRY_BYTES + OBJECT_BYTES))
    first, second, third = object(), object(), object()
    store.store_many({1: first, 2: second}, seconds=LONGEST_WAIT)
    assert store.find_many([1]) == {1: first}
    store.store_many({3: third}, seconds=LONGEST_WAIT)
    assert store.find_many([1, 2, 3]) == {1: first, 3: third}
    assert compute(store, "page", b"." * OBJECT_BYTES) == b"." * OBJECT_BYTES
    assert store.find_many([1, 3]) == {}
    assert compute(store, "page", b"") == b"." * OBJECT_BYTES


def test_value_of_a_key_is_counted_once():
    store = FragmentStore(2 * (ENTRY_BYTES + OBJECT_BYTES))
    for seconds in (0, 0, LONGEST_WAIT):
        store.store_many({1: object(), 2: object()}, seconds=seconds)
        assert len(store.find_many([1, 2])) == (2 if seconds else 0)


def test_failed_keys_are_dropped_too():
    store = FragmentStore(3 * ENTRY_BYTES)
    compute(store, "key", b"")
    for number in range(3):
        with pytest.raises(ZeroDivisionError):
            store.get_or_compute(number, lambda: 1 // 0, seconds=LONGEST_WAIT)
    assert store.find_many(["key"]) == {}


def test_processes_share_rendered_pages(settings: Any):
    with redis_server() as (settings.LIVE_REDIS_URL, _process):
        assert render(FragmentStore(), "one", b"here") == b"here"
        other = FragmentStore()
        assert render(other, "one", b"there") == b"here"
        assert render(other, "another", b"there") == b"there"


def test_without_redis_each_process_renders_and_logs_once(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    port, store = free_port(), FragmentStore()
    settings.LIVE_REDIS_URL = f"redis://127.0.0.1:{port}/0"
    monkeypatch.setattr(module, "SECONDS_BEFORE_RETRY", 0.0)

    def taken(content: bytes) -> bytes:
        store.clear()
        return render(store, "key", content)

    assert [taken(b"1"), taken(b"2")] == [b"1", b"2"]
    assert len(caplog.records) == 1
    with redis_server(port=port):
        assert [taken(b"3"), taken(b"4")] == [b"3", b"3"]


def test_failed_redis_is_not_asked_for_a_while(settings: Any, monkeypatch: pytest.MonkeyPatch):
    port, store = free_port(), FragmentStore()
    settings.LIVE_REDIS_URL = f"redis://127.0.0.1:{port}/0"
    monkeypatch.setattr(module, "SECONDS_BEFORE_RETRY", LONGEST_WAIT)
    assert render(store, "one", b"1") == b"1"
    monkeypatch.setattr(module, "redis_client", None)
    assert render(store, "another", b"2") == b"2"
