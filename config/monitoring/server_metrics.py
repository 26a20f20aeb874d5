from __future__ import annotations

import os
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

BUCKETS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds in seconds."""
STATUSES: Final = frozenset(HTTPStatus)
SHARED_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable: the folder in which all processes of a server count; without it each counts alone."""

disable_created_metrics()


class ServerMetrics:
    """Requests and streams. The totals of ended processes stay, their gauges end."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.responses = Counter(
            "istaka_requests_total",
            "Responses by status, of all processes of this server.",
            ["status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "istaka_request_seconds",
            "Time from a request to the start of its response, without streams.",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.in_progress = Gauge(
            "istaka_requests_in_progress",
            "Requests waiting or being answered.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self.streams = Gauge(
            "istaka_streams",
            "Open live streams of this server.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )

    def count_response(self, status: int) -> None:
        """Unknown ones count as 500."""
        known = status if status in STATUSES else HTTPStatus.INTERNAL_SERVER_ERROR.value
        self.responses.labels(str(known)).inc()

    def collector(self) -> Collector:
        """Return the metrics of all processes that share the folder, else of this one."""
        folder = os.environ.get(SHARED_FOLDER)
        if folder is None:
            return self.registry
        _end_gauges_of_ended_processes(Path(folder))
        return MultiProcessCollector(None, folder)


def _end_gauges_of_ended_processes(folder: Path) -> None:
    for file in folder.glob("gauge_live*.db"):
        process = int(file.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except (ProcessLookupError, PermissionError):  # another user's process has the number now
            with suppress(FileNotFoundError):  # another process did it meanwhile
                mark_process_dead(process)
