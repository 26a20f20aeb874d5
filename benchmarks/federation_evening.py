"""A federation's Saturday night: cores for 1,000 tables, by extrapolation.

Clubs of 40 tables, a hand every five minutes; five readers per table, each with an open page, and a new page
every ten minutes. Assumes that a table costs the same among 20,000, and that an idle phone costs nothing.
"""

from __future__ import annotations

import argparse
import http.client
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from benchmarks.hand_entry import phones_at_tables
from benchmarks.laptop import live_pages, open_pages, run_at_random_moments
from benchmarks.measurement.alternating_rounds import (
    Line,
    alternate_rounds,
    print_progress,
    report,
    result_lines,
)
from benchmarks.measurement.phones import HOST, SECONDS, Phone
from benchmarks.measurement.services import Installation, running_installation
from config.platform.file_descriptors import raise_descriptor_limit

CLUBS = 5
TABLES = 40
READERS_OF_A_TABLE = 5
SECONDS_BETWEEN_HANDS, SECONDS_BETWEEN_VISITS = 300, 600
ROUND_SECONDS = 12.0
PYTHON = ("web", "live", "worker", "beat")
REFERENCE_TABLES = 1000


def measure(clubs: int = CLUBS) -> Iterator[Line]:
    tables = clubs * TABLES
    readers = tables * READERS_OF_A_TABLE
    raise_descriptor_limit(4 * readers)
    with running_installation(*PYTHON) as (running, _floor):
        web, live = (running.services[name].port for name in ("web", "live"))
        hands = round(tables * ROUND_SECONDS / SECONDS_BETWEEN_HANDS)
        phones: list[Phone] = []
        for club in range(clubs):
            print_progress(f"club {club + 1} of {clubs}")
            phones += phones_at_tables(web, 2 * TABLES, limit=-(-hands // clubs))
        pages = live_pages(readers)
        visits = round(readers * ROUND_SECONDS / SECONDS_BETWEEN_VISITS)
        visited = [partial(visit_page, web, part.removeprefix("/live")) for _stream, part in pages[:visits]]
        works: list[Callable[[], object]] = [*(phone.send for phone in phones[:hands]), *visited]
        with open_pages(live, pages):
            [measured] = alternate_rounds(partial(measure_cores, running, works, tables))
        units = dict.fromkeys((*PYTHON, "Python", "PostgreSQL"), "cores")
        yield from result_lines(f"for {REFERENCE_TABLES:,} tables, by {tables}", units, measured, [])


def measure_cores(
    running: Installation, works: Sequence[Callable[[], object]], tables: int
) -> Mapping[str, float]:
    """Return the cores that 1,000 tables need."""
    names = (*PYTHON, "postgres")
    before, began = [running.processor_seconds(name) for name in names], time.perf_counter()
    run_at_random_moments(works, ROUND_SECONDS)
    time.sleep(max(0.0, began + ROUND_SECONDS - time.perf_counter()))
    scale = REFERENCE_TABLES / tables / (time.perf_counter() - began)
    cores = [
        (running.processor_seconds(name) - then) * scale for name, then in zip(names, before, strict=True)
    ]
    python = sum(cores[:-1])
    return dict(zip((*PYTHON, "PostgreSQL"), cores, strict=True)) | {"Python": python}


def visit_page(port: int, path: str) -> None:
    connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Connection": "close"})
    answer = connection.getresponse()
    assert answer.read(), answer.status
    connection.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=CLUBS)
    report("saturday", measure(parser.parse_args().clubs))
