"""A rendered page, compressed once and shared between processes over Redis."""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from tournaments.live.publish import redis_at

if TYPE_CHECKING:
    from redis import Redis

SECONDS_BEFORE_RETRY: Final = 5.0
"""Pause after a failure of Redis."""

logger = logging.getLogger(__name__)


class RenderedPage:
    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def packed(self) -> bytes:
        """Compress the page; safe from length attacks, as a public page has no secrets."""
        return gzip.compress(self.content, mtime=0)


class SharedPages:
    def __init__(self) -> None:
        self._away_until = 0.0

    def take(self, key: str, render: Callable[[], RenderedPage], *, seconds: float) -> RenderedPage:
        if not settings.LIVE_REDIS_URL:
            return render()
        compressed = self._ask(lambda redis: redis.get(key))
        if compressed is not None:
            return RenderedPage(gzip.decompress(compressed))
        rendered = render()
        self._ask(lambda redis: redis.set(key, rendered.packed, px=int(seconds * 1000)))
        return rendered

    def _ask(self, command: Callable[[Redis], Any]) -> Any:
        if time.monotonic() < self._away_until:
            return None
        from redis.exceptions import RedisError  # noqa: PLC0415 - where there is no Redis it is never loaded

        try:
            result = command(redis_at(settings.LIVE_REDIS_URL))
        except (RedisError, OSError) as error:
            if not self._away_until:
                reason = type(error).__name__
                logger.error("Each process makes its own pages until Redis answers again (%s).", reason)
            self._away_until = time.monotonic() + SECONDS_BEFORE_RETRY
            return None
        self._away_until = 0.0
        return result


between_processes = SharedPages()
