"""`manage.py serve` on SQLite, 40 phones with a hand each within eight seconds, 60 open pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from benchmarks.figures import Line, alternate_rounds
from benchmarks.page_readers import live_pages, open_pages
from benchmarks.phones import phones_at_tables, run_at_random_moments
from benchmarks.sites import Site

SIZE = 40
PAGES = 60
SECONDS = 8.0


def measure(site: Site, size: int) -> Iterator[Line]:
    sends = [phone.send for phone in phones_at_tables(site.port, 2 * size)]
    with open_pages(site.port, live_pages(PAGES)):
        [rounds] = alternate_rounds(partial(run_at_random_moments, sends, SECONDS))
    yield Line(f"a hand, {size} phones, {PAGES} pages", "ms", list(chain(*rounds)), bound="p95 ≤ 250 ms")
