from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from config.monitoring.server_metrics import SHARED_FOLDER, ServerMetrics
from tests.processes import ROOT, environment

COUNTING_PROCESS = """
import sys
from prometheus_client import generate_latest
from config.monitoring.server_metrics import ServerMetrics
metrics = ServerMetrics()
metrics.count_response(200)
metrics.seconds.observe(0.3)
metrics.streams.inc()
print("counted", flush=True)
for _line in sys.stdin:
    print(generate_latest(metrics.collector()).decode().replace("\\n", "|"), flush=True)
"""


class CountingProcess:
    """A process of a server, with one response and one stream."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        command = [sys.executable, "-c", COUNTING_PROCESS]
        self.process = stack.enter_context(
            subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment(**{SHARED_FOLDER: str(folder)}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        assert self._read_line() == "counted"

    def scrape(self) -> list[str]:
        assert self.process.stdin
        print("scrape", file=self.process.stdin, flush=True)
        return self._read_line().split("|")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _read_line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().rstrip("\n")


def test_any_process_returns_totals_of_all_and_gauges_of_running_ones(tmp_path: Path) -> None:
    with ExitStack() as stack:
        first, second = CountingProcess(tmp_path, stack), CountingProcess(tmp_path, stack)
        assert {
            'istaka_requests_total{status="200"} 2.0',
            'istaka_request_seconds_bucket{le="0.25"} 0.0',
            'istaka_request_seconds_bucket{le="0.5"} 2.0',
            "istaka_streams 2.0",
        } <= set(first.scrape())
        second.kill()
        assert {'istaka_requests_total{status="200"} 2.0', "istaka_streams 1.0"} <= set(first.scrape())


def test_unknown_status_counts_as_500() -> None:
    metrics = ServerMetrics()
    metrics.count_response(799)
    assert metrics.registry.get_sample_value("istaka_requests_total", {"status": "500"}) == 1
