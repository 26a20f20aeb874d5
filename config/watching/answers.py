"""What is answered to who watches: that a process is alive, whether the house is ready, and its figures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from itertools import chain

from config.watching import house
from config.watching.exposition import CONTENT_TYPE, exposed, of_parts, of_server
from config.watching.figures import Figures
from config.watching.looks import Hangs, Look
from config.watching.parts import LIVE, LOOKS, NEEDED, Troubles
from config.watching.who import may_read
from scoring.live.streams.asgi import Scope
from scoring.live.streams.event_stream import Streams

Answer = tuple[HTTPStatus, str, str]
"""Status, type and text."""
NO_ANSWER = "It does not answer."
FAILS = "Looking at it fails; the log says why."


class Answers:
    """By address what is answered there; `streams` are those that this process holds, where it does."""

    def __init__(self, figures: Figures, streams: Streams | None = None) -> None:
        self._figures = figures
        self._streams = streams
        self._looks = [(parts, Look(see)) for parts, see in LOOKS]
        self._house = [Look(house.in_database), Look(house.in_queue)]
        self.at: Mapping[str, Callable[[Scope], Awaitable[Answer]]] = {
            "/healthz": self.alive,
            "/readyz": self.ready,
            "/metrics": self.metrics,
        }

    async def alive(self, _scope: Scope) -> Answer:
        """That this process answers at all; nothing is looked at."""
        return HTTPStatus.OK, "text/plain; charset=utf-8", "ok\n"

    async def ready(self, scope: Scope) -> Answer:
        """Whether hands can be taken: 200, or 503. What is wrong with which part is for who may read it."""
        troubles = await self._troubles()
        is_ready = not any(wrong and part in NEEDED for part, wrong in troubles.items())
        said: dict[str, object] = {"ready": is_ready}
        if may_read(scope):
            said["parts"] = {
                part: {"ok": wrong is None, "needed": part in NEEDED} | ({"why": wrong} if wrong else {})
                for part, wrong in troubles.items()
            }
        status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
        return status, "application/json", json.dumps(said) + "\n"

    async def metrics(self, scope: Scope) -> Answer:
        """All figures. Those of the house are left out where they can't be read in time."""
        if not may_read(scope):
            return HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", "Not Found"
        troubles = await self._troubles()
        read = await asyncio.gather(*map(_read, self._house))
        figures = chain.from_iterable(one.items() for one in read)
        page = exposed(chain(of_server(self._figures.told()), of_parts(troubles), figures))
        return HTTPStatus.OK, CONTENT_TYPE, page

    async def _troubles(self) -> Troubles:
        seen = await asyncio.gather(*(_seen(parts, look) for parts, look in self._looks))
        troubles = {part: wrong for one in seen for part, wrong in one.items()}
        return troubles | (live(self._streams) if self._streams else {})


def live(streams: Streams) -> Troubles:
    """Whether open pages are told of changes."""
    if streams.watch.blind:
        return {LIVE: "It can't see what changes."}
    full = streams.open >= streams.limit
    return {LIVE: f"All {streams.limit} streams are taken; further pages ask instead." if full else None}


async def _seen(parts: tuple[str, ...], look: Look[Troubles]) -> Troubles:
    try:
        return await look()
    except Hangs:
        return dict.fromkeys(parts, NO_ANSWER)
    except Exception:  # the look has told the log
        return dict.fromkeys(parts, FAILS)


async def _read(look: Look[house.Figures]) -> house.Figures:
    try:
        return await look()
    except Exception:  # the same, or it hangs; that stands among the parts
        return {}
