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

from benchmarks.entry import phones_at_tables
from benchmarks.laptop import at_some_moment, open_pages, pages_of
from benchmarks.measuring.house import House, house
from benchmarks.measuring.phones import HOST, SECONDS, Phone
from benchmarks.measuring.rounds import Line, by_turns, lines, report, told
from config.platform.file_descriptors import raise_descriptor_limit

CLUBS = 5
TABLES = 40
READERS_OF_A_TABLE = 5
SECONDS_BETWEEN_HANDS, SECONDS_BETWEEN_VISITS = 300, 600
SECONDS_OF_A_ROUND = 12.0
PYTHON = ("web", "live", "worker", "beat")
OF_TABLES = 1000


def measure(clubs: int = CLUBS) -> Iterator[Line]:
    tables = clubs * TABLES
    readers = tables * READERS_OF_A_TABLE
    raise_descriptor_limit(4 * readers)
    with house(*PYTHON) as (running, _floor):
        web, live = (running.services[name].port for name in ("web", "live"))
        hands = round(tables * SECONDS_OF_A_ROUND / SECONDS_BETWEEN_HANDS)
        phones: list[Phone] = []
        for club in range(clubs):
            told(f"club {club + 1} of {clubs}")
            phones += phones_at_tables(web, 2 * TABLES, limit=-(-hands // clubs))
        pages = pages_of(readers)
        visits = round(readers * SECONDS_OF_A_ROUND / SECONDS_BETWEEN_VISITS)
        visited = [partial(visit, web, part.removeprefix("/live")) for _stream, part in pages[:visits]]
        works: list[Callable[[], object]] = [*(phone.send for phone in phones[:hands]), *visited]
        with open_pages(live, pages):
            [measured] = by_turns(partial(a_while, running, works, tables))
        units = dict.fromkeys((*PYTHON, "Python", "PostgreSQL"), "cores")
        yield from lines(f"for {OF_TABLES:,} tables, by {tables}", units, measured, [])


def a_while(running: House, works: Sequence[Callable[[], object]], tables: int) -> Mapping[str, float]:
    """Return the cores that 1,000 tables need."""
    names = (*PYTHON, "postgres")
    before, began = [running.work_of(name) for name in names], time.perf_counter()
    at_some_moment(works, SECONDS_OF_A_ROUND)
    time.sleep(max(0.0, began + SECONDS_OF_A_ROUND - time.perf_counter()))
    scale = OF_TABLES / tables / (time.perf_counter() - began)
    cores = [(running.work_of(name) - then) * scale for name, then in zip(names, before, strict=True)]
    python = sum(cores[:-1])
    return dict(zip((*PYTHON, "PostgreSQL"), cores, strict=True)) | {"Python": python}


def visit(port: int, path: str) -> None:
    connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Connection": "close"})
    answer = connection.getresponse()
    assert answer.read(), answer.status
    connection.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=CLUBS)
    report("saturday", measure(parser.parse_args().clubs))
