"""What is answered to who watches: that a process is alive, whether the house is ready, and its figures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from itertools import chain

from config.monitoring import site_metrics
from config.monitoring.access import may_read_details
from config.monitoring.checks import CHECKS, LIVE, REQUIRED, Problems
from config.monitoring.counters import Counters
from config.monitoring.prometheus import CONTENT_TYPE, part_samples, render, server_samples
from config.monitoring.shared_poll import PollTimeout, SharedPoll
from scoring.live.streams.asgi import Scope
from scoring.live.streams.stream import Streams

Response = tuple[HTTPStatus, str, str]
"""Status, type and text."""
NO_ANSWER = "It does not answer."
CHECK_FAILED = "Looking at it fails; the log says why."


class Endpoints:
    """By address what is answered there; `streams` are those that this process holds, where it does."""

    def __init__(self, figures: Counters, streams: Streams | None = None) -> None:
        self._figures = figures
        self._streams = streams
        self._looks = [(parts, SharedPoll(see)) for parts, see in CHECKS]
        self._house = [SharedPoll(site_metrics.database_metrics), SharedPoll(site_metrics.queue_metrics)]
        self.at: Mapping[str, Callable[[Scope], Awaitable[Response]]] = {
            "/healthz": self.alive,
            "/readyz": self.ready,
            "/metrics": self.metrics,
        }

    async def alive(self, _scope: Scope) -> Response:
        """That this process answers at all; nothing is looked at."""
        return HTTPStatus.OK, "text/plain; charset=utf-8", "ok\n"

    async def ready(self, scope: Scope) -> Response:
        """Whether hands can be taken: 200, or 503. What is wrong with which part is for who may read it."""
        troubles = await self._troubles()
        is_ready = not any(wrong and part in REQUIRED for part, wrong in troubles.items())
        said: dict[str, object] = {"ready": is_ready}
        if may_read_details(scope):
            said["parts"] = {
                part: {"ok": wrong is None, "needed": part in REQUIRED} | ({"why": wrong} if wrong else {})
                for part, wrong in troubles.items()
            }
        status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
        return status, "application/json", json.dumps(said) + "\n"

    async def metrics(self, scope: Scope) -> Response:
        """All figures. Those of the house are left out where they can't be read in time."""
        if not may_read_details(scope):
            return HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", "Not Found"
        troubles = await self._troubles()
        read = await asyncio.gather(*map(_read, self._house))
        figures = chain.from_iterable(one.items() for one in read)
        page = render(chain(server_samples(self._figures.told()), part_samples(troubles), figures))
        return HTTPStatus.OK, CONTENT_TYPE, page

    async def _troubles(self) -> Problems:
        seen = await asyncio.gather(*(_seen(parts, look) for parts, look in self._looks))
        troubles = {part: wrong for one in seen for part, wrong in one.items()}
        return troubles | (check_live(self._streams) if self._streams else {})


def check_live(streams: Streams) -> Problems:
    """Whether open pages are told of changes."""
    if streams.watch.blind:
        return {LIVE: "It can't see what changes."}
    full = streams.open >= streams.limit
    return {LIVE: f"All {streams.limit} streams are taken; further pages ask instead." if full else None}


async def _seen(parts: tuple[str, ...], look: SharedPoll[Problems]) -> Problems:
    try:
        return await look()
    except PollTimeout:
        return dict.fromkeys(parts, NO_ANSWER)
    except Exception:  # the look has told the log
        return dict.fromkeys(parts, CHECK_FAILED)


async def _read(look: SharedPoll[site_metrics.Metrics]) -> site_metrics.Metrics:
    try:
        return await look()
    except Exception:  # the same, or it hangs; that stands among the parts
        return {}
