"""Figures in the text format that Prometheus reads, version 0.0.4: a line for each, with what it is above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from config.monitoring.checks import REQUIRED, Problems
from config.monitoring.counters import BUCKETS, REQUESTS, SECONDS, STATUSES

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

METRICS: Final = {
    "istaka_requests_total": ("counter", "Answers by their status, of all processes of this server."),
    "istaka_request_seconds": (
        "histogram",
        "From a request to the beginning of its answer, without streams.",
    ),
    "istaka_requests_in_progress": ("gauge", "Requests that wait for an answer or are being answered."),
    "istaka_streams": ("gauge", "Open pages that hear of changes from this server."),
    "istaka_part_ok": (
        "gauge",
        "Whether a part of the house is well; one that is needed makes it not ready.",
    ),
    "istaka_hands_last_minute": ("gauge", "Versions of hands that were stored within the last minute."),
    "istaka_last_hand_seconds": ("gauge", "Age of the newest version of a hand; 0 where there is none."),
    "istaka_tournaments_playing": ("gauge", "Tournaments in play."),
    "istaka_standings_behind_seconds": ("gauge", "Age of the oldest hand that standings don't show yet."),
    "istaka_sweep_behind_seconds": ("gauge", "Age of the oldest act that no sweep has looked at."),
    "istaka_tournaments_due": ("gauge", "Tournaments in which something waits for a sweep, 250 at most."),
    "istaka_clock_ahead_seconds": ("gauge", "This machine's clock less the database's."),
    "istaka_tasks_waiting": ("gauge", "Tasks that no worker has taken."),
    "istaka_tasks_taken": ("gauge", "Tasks that a worker has taken and not finished."),
}
"""Every figure: its type, and what it is. A sample bears one of these names, or a histogram's parts of it."""

Samples = Iterable[tuple[str, float]]
"""A name with its labels, and a figure."""


def render(samples: Samples) -> str:
    """The page of these samples; those of a name stand together, under what the name means."""
    lines: list[str] = []
    told = ""
    for name, figure in samples:
        bare = _bare(name)
        if bare != told:
            kind, meaning = METRICS[bare]
            lines += [f"# HELP {bare} {meaning}", f"# TYPE {bare} {kind}"]
            told = bare
        lines.append(f"{name} {figure:.12g}")
    return "".join(f"{line}\n" for line in lines)


def server_samples(sums: Mapping[str, float]) -> Samples:
    """What its processes have counted. A status that was never answered with has no line."""
    yield "istaka_requests_in_progress", sums["in progress"]
    yield "istaka_streams", sums["streams"]
    for status in STATUSES:
        if sums[f"{REQUESTS} {status}"]:
            yield f'istaka_requests_total{{status="{status}"}}', sums[f"{REQUESTS} {status}"]
    so_far = 0.0
    for bucket in BUCKETS:
        so_far += sums[f"{SECONDS} {bucket}"]
        yield f'istaka_request_seconds_bucket{{le="{bucket}"}}', so_far
    so_far += sums[f"{SECONDS} slower"]
    yield 'istaka_request_seconds_bucket{le="+Inf"}', so_far
    yield "istaka_request_seconds_sum", sums[f"{SECONDS} sum"]
    yield "istaka_request_seconds_count", so_far


def part_samples(troubles: Problems) -> Samples:
    for part, wrong in troubles.items():
        needed = "yes" if part in REQUIRED else "no"
        yield f'istaka_part_ok{{part="{part}",needed="{needed}"}}', float(wrong is None)


def _bare(name: str) -> str:
    bare = name.partition("{")[0]
    for ending in ("_bucket", "_sum", "_count"):
        if bare not in METRICS:
            bare = bare.removesuffix(ending)
    return bare
