"""`python -m benchmarks.recovery`: how long the laptop's server is away when a process of it is killed.

A kill every second, of the worker and of the server in turn, then one of each after it lived long; at last a
start of the whole. First stands what the interpreter takes to load the pages: the floor of this machine.
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from config.processes.supervisor import LONG_ENOUGH
from tests.processes import Served, answers, below, environment, is_gone, serve_process, wait_for

KILLS = 10


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with serve_process(Path(folder)) as served:
            told("loading the pages", [loading() for _again in range(3)])
            quick = [away(served, server=number % 2 == 1) for number in range(KILLS)]
            told("worker, killed again and again", quick[::2])
            told("server, killed again and again", quick[1::2])
            for what, server in (("worker", False), ("server", True)):
                time.sleep(LONG_ENOUGH)
                told(f"{what}, after a while", [away(served, server=server)])
        began = time.monotonic()
        with serve_process(Path(folder)):
            told("`serve` from its beginning", [time.monotonic() - began])


def away(served: Served, *, server: bool) -> float:
    """Kill the server, or its worker; return the seconds until a page is answered again."""
    wait_for(lambda: bool(workers(served)), "there is no worker")
    gone = workers(served)  # that of a killed server answers until it has noticed
    killed = below(served.process.pid)[0] if server else gone[0]
    began = time.monotonic()
    os.kill(killed, signal.SIGKILL)
    for process in (killed, *gone):
        wait_for(partial(is_gone, process), "it does not end")
    wait_for(partial(answers, served.port, "/"), "it does not come back")
    seconds = time.monotonic() - began
    time.sleep(1)
    return seconds


def workers(served: Served) -> list[int]:
    return [worker for one in below(served.process.pid) for worker in below(one)]


def loading() -> float:
    began = time.monotonic()
    environ = environment(SECRET_KEY="of a benchmark")  # noqa: S106  it signs nothing
    subprocess.run([sys.executable, "-c", "import config.asgi"], env=environ, check=True)
    return time.monotonic() - began


def told(what: str, seconds: list[float]) -> None:
    print(f"{what:32} {statistics.median(seconds):5.1f} s, at most {max(seconds):.1f} s", flush=True)


if __name__ == "__main__":
    main()
