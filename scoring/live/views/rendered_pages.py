"""Compressed once and shared between processes over Redis."""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from tournaments.live.publish import redis_client

if TYPE_CHECKING:
    from redis import Redis

SECONDS_BEFORE_RETRY: Final = 5.0
"""Pause after a failure of Redis."""

logger = logging.getLogger(__name__)


class RenderedPage:
    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def gzipped(self) -> bytes:
        """Safe from length attacks, as a public page has no secrets."""
        return gzip.compress(self.content, mtime=0)


class SharedPages:
    def __init__(self) -> None:
        self._away_until = 0.0

    def get_or_render(self, key: str, render: Callable[[], RenderedPage], *, seconds: float) -> RenderedPage:
        if not settings.LIVE_REDIS_URL:
            return render()
        compressed = self._run_command(lambda redis: redis.get(key))
        if compressed is not None:
            return RenderedPage(gzip.decompress(compressed))
        rendered = render()
        self._run_command(lambda redis: redis.set(key, rendered.gzipped, px=int(seconds * 1000)))
        return rendered

    def _run_command(self, command: Callable[[Redis], Any]) -> Any:
        """Return the command's result; None if Redis fails, and without a call for 5 seconds after.

        Only the first failure is logged.
        """
        if time.monotonic() < self._away_until:
            return None
        from redis.exceptions import RedisError  # noqa: PLC0415 - where there is no Redis it is never loaded

        try:
            result = command(redis_client(settings.LIVE_REDIS_URL))
        except (RedisError, OSError) as error:
            if not self._away_until:
                reason = type(error).__name__
                logger.error("Each process makes its own pages until Redis answers again (%s).", reason)
            self._away_until = time.monotonic() + SECONDS_BEFORE_RETRY
            return None
        self._away_until = 0.0
        return result


shared_pages = SharedPages()
