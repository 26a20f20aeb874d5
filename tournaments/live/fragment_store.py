"""The one store of rendered pages, fragments and encounter listings; each process has its own.

A key covers everything its value depends on. Pages are also shared between processes, over Redis.
"""

from __future__ import annotations

import gzip
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, cached_property
from hashlib import sha256
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.conf import settings
from django.db.models import JSONField, Model

from tournaments.live.counters import redis_client

if TYPE_CHECKING:
    from redis import Redis

MAX_BYTES: Final = 64 * 2**20
OBJECT_BYTES: Final = 6_000
"""What an encounter listing takes; text and bytes are measured."""
ENTRY_BYTES: Final = 500
"""For each key; so that keys without a value are limited too."""
SECONDS_BEFORE_RETRY: Final = 5.0
"""Pause after a failure of Redis."""
KEY_PREFIX: Final = "istaka.page."
NO_COLUMNS: Final[frozenset[str]] = frozenset()

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

logger = logging.getLogger(__name__)


class RenderedPage(bytes):
    @cached_property
    def gzipped(self) -> bytes:
        """Safe from length attacks, as a public page has no secrets."""
        return gzip.compress(self, mtime=0)


class _Entry:
    __slots__ = ("computing", "size", "until", "value")

    def __init__(self, value: Any = None, until: float = 0.0) -> None:
        self.computing = Lock()
        self.value, self.until = value, until
        self.size = ENTRY_BYTES

    def is_fresh(self) -> bool:
        return time.monotonic() < self.until


class FragmentStore:
    """Thread-safe; drops what was not used for longest beyond about `max_bytes`."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._redis_away_until = 0.0

    def get_or_compute(self, key: Hashable, compute: Callable[[], Value], *, seconds: float) -> Value:
        """Other threads wait while one computes; an exception is not stored."""
        entry = self._find_or_add(key)
        if not entry.is_fresh():
            with entry.computing:
                if not entry.is_fresh():
                    entry.value = compute()
                    entry.until = time.monotonic() + seconds
                    with self._lock:
                        self._make_newest(key, entry)
        value: Value = entry.value
        return value

    def get_or_render(self, key: Hashable, render: Callable[[], bytes], *, seconds: float) -> RenderedPage:
        """Like `get_or_compute`, for a public page that other processes may take from Redis."""
        return self.get_or_compute(key, lambda: self._share_page(key, render, seconds), seconds=seconds)

    def find_many(self, keys: Iterable[Key]) -> dict[Key, Any]:
        with self._lock:
            found = {
                key: entry.value for key in keys if (entry := self._entries.get(key)) and entry.is_fresh()
            }
            for key in found:
                self._entries.move_to_end(key)
            return found

    def store_many(self, values: Mapping[Key, Any], *, seconds: float) -> None:
        until = time.monotonic() + seconds
        with self._lock:
            for key, value in values.items():
                self._make_newest(key, _Entry(value, until))

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._bytes = 0

    def _find_or_add(self, key: Hashable) -> _Entry:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = _Entry()
                self._make_newest(key, entry)
            else:
                self._entries.move_to_end(key)
            return entry

    def _make_newest(self, key: Hashable, entry: _Entry) -> None:
        """Measure the entry again, in place of the key's last; drop the oldest beyond the limit."""
        if replaced := self._entries.pop(key, None):
            self._bytes -= replaced.size
        entry.size = ENTRY_BYTES + _size_of(entry.value)
        self._entries[key] = entry
        self._bytes += entry.size
        while self._bytes > self._max_bytes:
            _key, oldest = self._entries.popitem(last=False)
            self._bytes -= oldest.size

    def _share_page(self, key: Hashable, render: Callable[[], bytes], seconds: float) -> RenderedPage:
        """Return the page from Redis, else render it and store it there for `seconds`.

        Failures of Redis don't raise; several processes may render at once.
        """
        if not settings.LIVE_REDIS_URL:
            return RenderedPage(render())
        redis_key = KEY_PREFIX + sha256(repr(key).encode()).hexdigest()
        compressed = self._run_command(lambda redis: redis.get(redis_key))
        if compressed is not None:
            return RenderedPage(gzip.decompress(compressed))
        page = RenderedPage(render())
        self._run_command(lambda redis: redis.set(redis_key, page.gzipped, px=int(seconds * 1000)))
        return page

    def _run_command(self, command: Callable[[Redis], Any]) -> Any:
        """Return the command's result; None if Redis fails, and without a call for 5 seconds after.

        Only the first failure is logged.
        """
        if time.monotonic() < self._redis_away_until:
            return None
        from redis.exceptions import RedisError  # noqa: PLC0415 - where there is no Redis it is never loaded

        try:
            result = command(redis_client(settings.LIVE_REDIS_URL))
        except (RedisError, OSError) as error:
            if not self._redis_away_until:
                reason = type(error).__name__
                logger.error("Each process makes its own pages until Redis answers again (%s).", reason)
            self._redis_away_until = time.monotonic() + SECONDS_BEFORE_RETRY
            return None
        self._redis_away_until = 0.0
        return result


fragment_store = FragmentStore()


def _size_of(value: object) -> int:
    if value is None:
        return 0
    return sys.getsizeof(value) if isinstance(value, (str, bytes)) else OBJECT_BYTES


def stored_values(row: Model, *, exclude: frozenset[str] = NO_COLUMNS) -> Hashable:
    """Return all columns except `exclude`, JSON documents as text, for a key."""
    figures, documents = _split_columns(type(row), exclude)
    return figures(row), *(repr(getattr(row, name)) for name in documents)


@cache
def _split_columns(model: type[Model], exclude: frozenset[str]) -> tuple[attrgetter[Any], list[str]]:
    columns = [field for field in model._meta.concrete_fields if field.attname not in exclude]  # noqa: SLF001
    documents = [field.attname for field in columns if isinstance(field, JSONField)]
    return attrgetter(*(field.attname for field in columns if field.attname not in documents)), documents
