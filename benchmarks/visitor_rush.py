"""A crowd opens a tournament page, with and without our nginx; the latter is the floor.

`web` runs as in docker-compose.yml, but on SQLite. A hand changes the page before each round.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, report, result_lines
from benchmarks.measurement.processor_time import work_of_tree
from tests.parts.nginx import Front, behind_nginx
from tests.parts.standings import play_hands
from tests.parts.streams import play_on

CLIENTS, OPENINGS = 16, 1000
MILLISECONDS = 1000
UNITS = {"opened": "/s", "processor of web": "ms", "answered after": "ms"}
BROWSER_HEADERS = {"Accept-Encoding": "gzip"}


def measure() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder, behind_nginx(Path(folder)) as front:
        tournament = play_hands(1, scripts=front.scripts)
        through, directly = (
            partial(measure_round, front, tournament, port) for port in (front.port, front.ports["web"])
        )
        yield from result_lines(
            f"a page opened, {CLIENTS} clients", UNITS, *alternate_rounds(through, directly)
        )


def measure_round(front: Front, tournament: str, port: int) -> Mapping[str, float]:
    """Return the cost of an opening."""
    play_on(tournament, scripts=front.scripts)
    web, path = front.services["web"].pid, f"/t/{tournament}/"

    def open_page(_opening: int) -> float:
        began = time.perf_counter()
        assert front.get(path, BROWSER_HEADERS, port=port).sent
        return time.perf_counter() - began

    before, began = work_of_tree(web), time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as crowd:
        seconds_each = list(crowd.map(open_page, range(OPENINGS)))
    return {
        "opened": OPENINGS / (time.perf_counter() - began),
        "processor of web": (work_of_tree(web) - before) * MILLISECONDS / OPENINGS,
        "answered after": statistics.median(seconds_each) * MILLISECONDS,
    }


if __name__ == "__main__":
    report("crowd", measure())
