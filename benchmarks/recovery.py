"""Downtime when a process of the laptop's server is killed.

Worker and server are killed in turn each second, then each after a long life; finally a complete start. The
floor is the time to load the pages.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.measurement.alternating_rounds import Line, report
from config.platform.processes.supervisor import LONG_ENOUGH
from tests.processes import ServerProcess, answers, child_pids, environment, is_gone, serve_process, wait_for

KILLS = 10


def measure() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder:
        with serve_process(Path(folder)) as served:
            floor = [measure_loading() for _again in range(3)]
            quick = [measure_downtime(served, server=number % 2 == 1) for number in range(KILLS)]
            yield Line("worker, killed again and again", "s", quick[::2], floor)
            yield Line("server, killed again and again", "s", quick[1::2], floor)
            for label, server in (("worker", False), ("server", True)):
                time.sleep(LONG_ENOUGH)
                yield Line(f"{label}, after a while", "s", [measure_downtime(served, server=server)], floor)
        began = time.monotonic()
        with serve_process(Path(folder)):
            yield Line("`serve` from its beginning", "s", [time.monotonic() - began], floor)


def measure_downtime(served: ServerProcess, *, server: bool) -> float:
    """Return the seconds until a page is answered again."""
    wait_for(lambda: bool(worker_processes(served)), "there is no worker")
    old_workers = worker_processes(served)  # a killed server's worker answers until it notices
    killed = child_pids(served.process.pid)[0] if server else old_workers[0]
    began = time.monotonic()
    os.kill(killed, signal.SIGKILL)
    for process in (killed, *old_workers):
        wait_for(partial(is_gone, process), "it does not end")
    wait_for(partial(answers, served.port, "/"), "it does not come back")
    seconds = time.monotonic() - began
    time.sleep(1)
    return seconds


def worker_processes(served: ServerProcess) -> list[int]:
    return [worker for child in child_pids(served.process.pid) for worker in child_pids(child)]


def measure_loading() -> float:
    began = time.monotonic()
    environ = environment(SECRET_KEY="of a benchmark")  # noqa: S106  it signs nothing
    subprocess.run([sys.executable, "-c", "import config.asgi"], env=environ, check=True)
    return time.monotonic() - began


if __name__ == "__main__":
    report("recovery", measure())
