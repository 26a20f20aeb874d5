"""Messages may be lost: every few seconds, and without a connection, all topics are polled."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from contextlib import suppress
from typing import Any
from uuid import UUID

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from tournaments.live.counters import CHANNEL

SECONDS_BETWEEN_FULL_POLLS = 10.0
SECONDS_BEFORE_RECONNECT = 1.0
SECONDS_OF_SILENCE = 5.0
"""Silence after which Redis is pinged."""

logger = logging.getLogger(__name__)


class RedisHints:
    def __init__(self, url: str) -> None:
        self._url = url
        self._heard: set[UUID] = set()
        self._listening: asyncio.Task[None] | None = None
        self._connected = False
        self._look_at_all_at = 0.0

    def begin(self) -> None:
        self._listening = asyncio.get_running_loop().create_task(self._keep_listening())

    def end(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        self._mark_disconnected()

    def changed_tournaments(self) -> Collection[UUID] | None:
        changed, self._heard = self._heard, set()
        if self._connected and time.monotonic() < self._look_at_all_at:
            return changed
        self._look_at_all_at = time.monotonic() + SECONDS_BETWEEN_FULL_POLLS
        return None

    async def _keep_listening(self) -> None:
        """Listen until cancelled; reconnect after a failure, logging only the first.

        Without a connection all topics are polled.
        """
        logged = False
        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                if not logged:
                    reason = type(error).__name__
                    logger.error(
                        "Live pages look at the whole database until Redis answers again (%s).", reason
                    )
                logged = True
            self._mark_disconnected()
            await asyncio.sleep(SECONDS_BEFORE_RECONNECT)

    async def _listen(self) -> None:
        timeout = SECONDS_OF_SILENCE
        client = Redis.from_url(self._url, socket_timeout=timeout, socket_connect_timeout=timeout)
        async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            while message := await _next(channel):
                self._connect()
                with suppress(ValueError):  # the answer to a ping
                    self._heard.add(UUID(bytes=message["data"]))

    def _connect(self) -> None:
        if not self._connected:
            self._connected, self._look_at_all_at = True, 0.0

    def _mark_disconnected(self) -> None:
        self._connected = False


async def _next(channel: PubSub) -> dict[str, Any] | None:
    """None if Redis doesn't answer a ping."""
    message: dict[str, Any] | None = await channel.get_message(timeout=SECONDS_OF_SILENCE)
    if message is None:
        await channel.ping()
        message = await channel.get_message(timeout=SECONDS_OF_SILENCE)
    return message
