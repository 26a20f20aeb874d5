"""Hands per second from eight phones, and the cost of a hand.

Two web workers on PostgreSQL. The baseline is a small Django application there (`benchmarks/baseline.py`).
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from statistics import median

from benchmarks.figures import MILLISECONDS, Line, alternate_rounds, result_lines
from benchmarks.phones import phones_at_tables, post_form, run_at_once
from benchmarks.sites import Site
from tests.processes import environment
from tests.services import postgres_database

SIZE = 64
CLIENTS = 8
HANDS, SCORES = 20, 60
"""Sends per client in a round."""
GROUPS, ENCOUNTERS_OF_A_GROUP = 24, 6
TOKEN = "t" * 32
"""The baseline's CSRF token: any value that equals the cookie."""
UNITS = {"sent": "/s", "CPU of web": "ms", "CPU of PostgreSQL": "ms", "answered after": "ms"}


def measure(site: Site, size: int) -> Iterator[Line]:
    phones = phones_at_tables(site.start("web"), size)
    hands = [phone.send for phone in phones]
    baseline, ours = alternate_rounds(
        partial(measure_round, site, "baseline", start_baseline(site), SCORES),
        partial(measure_round, site, "web", hands, HANDS),
    )
    bounds = {"sent": "share ≥ 0.45"}
    yield from result_lines(f"a hand over HTTP, {CLIENTS} clients", UNITS, ours, baseline, bounds)


def start_baseline(site: Site) -> list[Callable[[], float]]:
    """Return a function for each encounter that sends a score."""
    url = site.stack.enter_context(postgres_database())
    command = [sys.executable, "-m", "benchmarks.baseline", str(GROUPS)]
    subprocess.run(command, env=environment(DATABASE_URL=url), check=True)  # noqa: S603  our own command
    port = site.start("baseline", "benchmarks.baseline:application", DATABASE_URL=url)
    fields = {"csrfmiddlewaretoken": TOKEN, "home": "101", "away": "202"}
    encounters = range(1, GROUPS * ENCOUNTERS_OF_A_GROUP + 1)
    paths = [f"/encounters/{encounter}/scores/" for encounter in encounters]
    return [partial(post_form, port, path, f"csrftoken={TOKEN}", fields) for path in paths]


def measure_round(
    site: Site, service: str, sends: Sequence[Callable[[], float]], per_client: int
) -> Mapping[str, float]:
    """Each client has tables of its own and sends to one after another."""

    def send_all(own: Sequence[Callable[[], float]]) -> float:
        turns = cycle(own)
        return median(next(turns)() for _send in range(per_client))

    names, sent = (service, "postgres"), CLIENTS * per_client
    before, began = [site.processor_seconds(name) for name in names], time.perf_counter()
    answered = run_at_once([partial(send_all, sends[client::CLIENTS]) for client in range(CLIENTS)])
    seconds = time.perf_counter() - began
    used = [site.processor_seconds(name) - then for name, then in zip(names, before, strict=True)]
    web, database = (processor * MILLISECONDS / sent for processor in used)
    return dict(zip(UNITS, (sent / seconds, web, database, median(answered)), strict=True))
