from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from config.monitoring.health_checks import REQUIRED, Problems
from config.monitoring.site_metrics import Metrics

PART_OK: Final = "istaka_part_ok"
SITE_METRICS: Final = {
    "istaka_hands_last_minute": "Versions of hands stored within the last minute.",
    "istaka_last_hand_seconds": "Age of the newest version of a hand; 0 without one.",
    "istaka_tournaments_playing": "Tournaments in play.",
    "istaka_standings_behind_seconds": "Age of the oldest hand missing in standings.",
    "istaka_sweep_behind_seconds": "Age of the oldest action that no sweep has processed.",
    "istaka_tournaments_due": "Tournaments waiting for a sweep, 250 at most.",
    "istaka_clock_ahead_seconds": "This machine's clock minus the database's.",
    "istaka_tasks_waiting": "Tasks waiting for a worker.",
    "istaka_tasks_taken": "Tasks being worked on.",
}


@dataclass(frozen=True)
class SiteCollector(Collector):
    problems: Problems
    metrics: Metrics
    """Named in SITE_METRICS."""

    def collect(self) -> Iterator[Metric]:
        parts = GaugeMetricFamily(
            PART_OK,
            "Whether a part of the site works; needed parts decide readiness.",
            labels=["part", "needed"],
        )
        for part, problem in self.problems.items():
            parts.add_metric([part, "yes" if part in REQUIRED else "no"], float(problem is None))
        yield parts
        for name, value in self.metrics.items():
            yield GaugeMetricFamily(name, SITE_METRICS[name], value)
