"""Prometheus's text format, version 0.0.4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from config.monitoring.counters import BUCKETS, REQUESTS, SECONDS, STATUSES
from config.monitoring.health_checks import REQUIRED, Problems

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

METRICS: Final = {
    "istaka_requests_total": ("counter", "Responses by status, of all processes of this server."),
    "istaka_request_seconds": (
        "histogram",
        "Time from a request to the start of its response, without streams.",
    ),
    "istaka_requests_in_progress": ("gauge", "Requests waiting or being answered."),
    "istaka_streams": ("gauge", "Open live streams of this server."),
    "istaka_part_ok": (
        "gauge",
        "Whether a part of the site works; needed parts decide readiness.",
    ),
    "istaka_hands_last_minute": ("gauge", "Versions of hands stored within the last minute."),
    "istaka_last_hand_seconds": ("gauge", "Age of the newest version of a hand; 0 without one."),
    "istaka_tournaments_playing": ("gauge", "Tournaments in play."),
    "istaka_standings_behind_seconds": ("gauge", "Age of the oldest hand missing in standings."),
    "istaka_sweep_behind_seconds": ("gauge", "Age of the oldest action that no sweep has processed."),
    "istaka_tournaments_due": ("gauge", "Tournaments waiting for a sweep, 250 at most."),
    "istaka_clock_ahead_seconds": ("gauge", "This machine's clock minus the database's."),
    "istaka_tasks_waiting": ("gauge", "Tasks waiting for a worker."),
    "istaka_tasks_taken": ("gauge", "Tasks being worked on."),
}
"""Type and help; samples have these names, histograms' with a suffix."""

Samples = Iterable[tuple[str, float]]
"""Name with labels, and value."""


def render(samples: Samples) -> str:
    """Return Prometheus text; samples are named in METRICS, and a metric's must be adjacent."""
    lines: list[str] = []
    current = ""
    for name, value in samples:
        metric = _metric_of(name)
        if metric != current:
            kind, meaning = METRICS[metric]
            lines += [f"# HELP {metric} {meaning}", f"# TYPE {metric} {kind}"]
            current = metric
        lines.append(f"{name} {value:.12g}")
    return "".join(f"{line}\n" for line in lines)


def server_samples(totals: Mapping[str, float]) -> Samples:
    """Yield requests, durations and streams from the counters' totals; omit statuses without responses."""
    yield "istaka_requests_in_progress", totals["in progress"]
    yield "istaka_streams", totals["streams"]
    for status in STATUSES:
        if totals[f"{REQUESTS} {status}"]:
            yield f'istaka_requests_total{{status="{status}"}}', totals[f"{REQUESTS} {status}"]
    cumulative = 0.0
    for bucket in BUCKETS:
        cumulative += totals[f"{SECONDS} {bucket}"]
        yield f'istaka_request_seconds_bucket{{le="{bucket}"}}', cumulative
    cumulative += totals[f"{SECONDS} slower"]
    yield 'istaka_request_seconds_bucket{le="+Inf"}', cumulative
    yield "istaka_request_seconds_sum", totals[f"{SECONDS} sum"]
    yield "istaka_request_seconds_count", cumulative


def part_samples(problems: Problems) -> Samples:
    for part, problem in problems.items():
        needed = "yes" if part in REQUIRED else "no"
        yield f'istaka_part_ok{{part="{part}",needed="{needed}"}}', float(problem is None)


def _metric_of(name: str) -> str:
    metric = name.partition("{")[0]
    for ending in ("_bucket", "_sum", "_count"):
        if metric not in METRICS:
            metric = metric.removesuffix(ending)
    return metric
