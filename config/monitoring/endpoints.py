from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from config.monitoring import site_metrics
from config.monitoring.access import may_read_details
from config.monitoring.health_checks import CHECKS, LIVE, REQUIRED, Problems
from config.monitoring.server_metrics import ServerMetrics
from config.monitoring.shared_poll import PollTimeout, SharedPoll
from config.monitoring.site_collector import SiteCollector
from scoring.live.streams.asgi import Scope
from scoring.live.streams.event_stream import Streams

Response = tuple[HTTPStatus, str, str]
"""Status, content type and text."""
NO_ANSWER = "It does not answer."
CHECK_FAILED = "The check fails; see the log."


class Endpoints:
    def __init__(self, metrics: ServerMetrics, streams: Streams | None = None) -> None:
        """Map paths to endpoints; without `streams` the live part isn't checked."""
        self._metrics = metrics
        self._streams = streams
        self._checks = [(parts, SharedPoll(check)) for parts, check in CHECKS]
        self._site_polls = [SharedPoll(site_metrics.database_metrics), SharedPoll(site_metrics.queue_metrics)]
        self.at: Mapping[str, Callable[[Scope], Awaitable[Response]]] = {
            "/healthz": self.alive,
            "/readyz": self.ready,
            "/metrics": self.metrics,
        }

    async def alive(self, _scope: Scope) -> Response:
        return HTTPStatus.OK, "text/plain; charset=utf-8", "ok\n"

    async def ready(self, scope: Scope) -> Response:
        """Return 200 if hands can be recorded, else 503, with `ready` in JSON.

        Authorized readers also get `parts`, each `ok`, `needed` and, if it fails, `why`.
        """
        problems = await self._problems()
        is_ready = not any(problem and part in REQUIRED for part, problem in problems.items())
        payload: dict[str, object] = {"ready": is_ready}
        if may_read_details(scope):
            payload["parts"] = {
                part: {"ok": problem is None, "needed": part in REQUIRED}
                | ({"why": problem} if problem else {})
                for part, problem in problems.items()
            }
        status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
        return status, "application/json", json.dumps(payload) + "\n"

    async def metrics(self, scope: Scope) -> Response:
        """Return 404 unless authorized; omit the site's metrics if they are late or can't be read."""
        if not may_read_details(scope):
            return HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", "Not Found"
        problems = await self._problems()
        database, queue = await asyncio.gather(*map(_poll_metrics, self._site_polls))
        site = SiteCollector(problems, {**database, **queue})
        page = generate_latest(self._metrics.collector()) + generate_latest(site)
        return HTTPStatus.OK, CONTENT_TYPE_PLAIN_0_0_4, page.decode()

    async def _problems(self) -> Problems:
        results = await asyncio.gather(*(_poll_parts(parts, poll) for parts, poll in self._checks))
        problems = {
            part: problem for problems_by_part in results for part, problem in problems_by_part.items()
        }
        return problems | (check_live(self._streams) if self._streams else {})


def check_live(streams: Streams) -> Problems:
    if streams.watch.blind:
        return {LIVE: "It can't see changes."}
    full = streams.open >= streams.limit
    return {LIVE: f"All {streams.limit} streams are taken; further pages poll instead." if full else None}


async def _poll_parts(parts: tuple[str, ...], poll: SharedPoll[Problems]) -> Problems:
    try:
        return await poll()
    except PollTimeout:
        return dict.fromkeys(parts, NO_ANSWER)
    except Exception:  # the poll has logged it
        return dict.fromkeys(parts, CHECK_FAILED)


async def _poll_metrics(poll: SharedPoll[site_metrics.Metrics]) -> site_metrics.Metrics:
    try:
        return await poll()
    except Exception:  # logged, or a timeout; the parts show it
        return {}
