"""A federation's Saturday night: cores for 1,000 tables, by extrapolation.

Clubs of 40 tables, a hand every five minutes; five readers per table, each with an open page, and a new page
every ten minutes. Assumes that a table costs the same among 20,000, and that an idle phone costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from benchmarks.figures import Line, alternate_rounds, print_progress, result_lines
from benchmarks.page_readers import live_pages, open_pages
from benchmarks.phones import Phone, phones_at_tables, request, run_at_random_moments
from benchmarks.sites import Site

SIZE = 5
TABLES = 40
READERS_OF_A_TABLE = 5
SECONDS_BETWEEN_HANDS, SECONDS_BETWEEN_VISITS = 300, 600
ROUND_SECONDS = 12.0
PYTHON = ("web", "live", "worker", "beat")
REFERENCE_TABLES = 1000
BOUNDS = {"Python": "≤ 2.5", "postgres": "≤ 0.5"}


def measure(site: Site, size: int) -> Iterator[Line]:
    ports = {name: site.start(name) for name in PYTHON}
    tables = size * TABLES
    hands = round(tables * ROUND_SECONDS / SECONDS_BETWEEN_HANDS)
    phones: list[Phone] = []
    for club in range(size):
        print_progress(f"club {club + 1} of {size}")
        phones += phones_at_tables(ports["web"], 2 * TABLES, limit=-(-hands // size))
    pages = live_pages(tables * READERS_OF_A_TABLE)
    visits = round(len(pages) * ROUND_SECONDS / SECONDS_BETWEEN_VISITS)
    works: list[Callable[[], float]] = [phone.send for phone in phones[:hands]]
    works += [partial(visit_page, ports["web"], part.removeprefix("/live")) for _, part in pages[:visits]]
    with open_pages(ports["live"], pages):
        [cores] = alternate_rounds(partial(measure_cores, site, works, tables))
    units = dict.fromkeys((*PYTHON, "Python", "postgres"), "cores")
    yield from result_lines(f"for {REFERENCE_TABLES:,} tables, by {tables}", units, cores, bounds=BOUNDS)


def measure_cores(site: Site, works: Sequence[Callable[[], float]], tables: int) -> Mapping[str, float]:
    """Return the cores that 1,000 tables need."""
    names = (*PYTHON, "postgres")
    before, began = [site.processor_seconds(name) for name in names], time.perf_counter()
    run_at_random_moments(works, ROUND_SECONDS)
    time.sleep(max(0.0, began + ROUND_SECONDS - time.perf_counter()))
    scale = REFERENCE_TABLES / tables / (time.perf_counter() - began)
    used = [site.processor_seconds(name) - then for name, then in zip(names, before, strict=True)]
    cores = {name: seconds * scale for name, seconds in zip(names, used, strict=True)}
    return cores | {"Python": sum(cores[name] for name in PYTHON)}


def visit_page(port: int, path: str) -> float:
    """Return the size of the answer."""
    return len(request(port, "GET", path, headers={"Accept-Encoding": "gzip", "Connection": "close"}))
