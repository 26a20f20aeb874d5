"""A page as it was made: compressed once, and given to all processes over the Redis between them."""

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

SECONDS_TO_STAY_AWAY: Final = 5.0
"""So long a Redis that did not answer is asked nothing."""

logger = logging.getLogger(__name__)


class Made:
    """The bytes of a page, and the same compressed."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def packed(self) -> bytes:
        """For everybody: nothing secret is on it whose length one could guess by."""
        return gzip.compress(self.content, mtime=0)


class BetweenProcesses:
    """What one process made a moment ago the others need not make; each does while Redis is away."""

    def __init__(self) -> None:
        self._away_until = 0.0

    def take(self, key: str, make: Callable[[], Made], *, seconds: float) -> Made:
        """What another made under this key within so many seconds, else what `make` makes."""
        if not settings.LIVE_REDIS_URL:
            return make()
        packed = self._ask(lambda redis: redis.get(key))
        if packed is not None:
            return Made(gzip.decompress(packed))
        made = make()
        self._ask(lambda redis: redis.set(key, made.packed, px=int(seconds * 1000)))
        return made

    def _ask(self, question: Callable[[Redis], Any]) -> Any:
        if time.monotonic() < self._away_until:
            return None
        from redis.exceptions import RedisError  # noqa: PLC0415 - where there is no Redis it is never loaded

        try:
            answer = question(redis_at(settings.LIVE_REDIS_URL))
        except (RedisError, OSError) as error:
            if not self._away_until:
                why = type(error).__name__
                logger.error("Each process makes its own pages until Redis answers again (%s).", why)
            self._away_until = time.monotonic() + SECONDS_TO_STAY_AWAY
            return None
        self._away_until = 0.0
        return answer


between_processes = BetweenProcesses()
