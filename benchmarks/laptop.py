"""`manage.py serve` on SQLite, 40 phones with a hand each eight seconds, sixty open pages.

The floor is the application of `entry` with one worker on SQLite.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path

from benchmarks.hand_entry import phones_at_tables
from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, report
from benchmarks.measurement.phones import FloorPhone, SentForm, run_at_once, shares_of
from benchmarks.measurement.services import (
    FLOOR_APPLICATION,
    OUR_APPLICATION,
    fill_floor,
    set_up_django,
    start_service,
)
from benchmarks.page_readers import Reader, wait_until_up_to_date
from tests.parts.compose import command
from tests.processes import LONGEST_WAIT, serve_process

PHONES, PAGES = 40, 60
ENTRANTS = 2 * PHONES
SECONDS = 8.0
MILLISECONDS = 1000

Page = tuple[str, str]
"""The addresses of its stream and of its live part."""


def measure() -> Iterator[Line]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="istaka-bench-")))
        served = stack.enter_context(serve_process(folder))
        set_up_django(served.environ["DATABASE_URL"])
        phones = phones_at_tables(served.port, ENTRANTS)
        floor_phones = floor_on_sqlite(stack, folder)
        stack.enter_context(open_pages(served.port, live_pages(PAGES)))
        floor, ours = alternate_rounds(
            partial(measure_response_times, [phone.send for phone in floor_phones]),
            partial(measure_response_times, [phone.send for phone in phones]),
        )
        yield Line(
            f"a hand, {PHONES} phones, {PAGES} pages open",
            "ms",
            list(chain(*ours)),
            list(chain(*floor)),
        )


def measure_response_times(senders: Sequence[Callable[[], SentForm]]) -> list[float]:
    """Each sends once within eight seconds; return the response times."""
    durations: list[float] = []

    def send(sender: Callable[[], SentForm]) -> None:
        durations.append(sender().seconds * MILLISECONDS)

    run_at_random_moments([partial(send, sender) for sender in senders], SECONDS)
    return durations


def run_at_random_moments(works: Sequence[Callable[[], object]], seconds: float) -> None:
    """Do each work at a random moment within `seconds`."""
    chance = random.Random(len(works))

    def after(pause: float, work: Callable[[], object]) -> None:
        time.sleep(pause)
        work()

    run_at_once([partial(after, chance.uniform(0, seconds), work) for work in works])


def floor_on_sqlite(stack: ExitStack, folder: Path) -> list[FloorPhone]:
    """One worker serves them on its own file."""
    environ = {
        "DATABASE_URL": f"sqlite:///{folder}/floor.sqlite3",
        "DJANGO_SETTINGS_MODULE": "benchmarks.baseline.settings",
    }
    encounters = fill_floor(environ["DATABASE_URL"])
    arguments = [FLOOR_APPLICATION if word == OUR_APPLICATION else word for word in command("web")]
    arguments[arguments.index("--workers") + 1] = "1"
    floor = start_service(stack, "floor", arguments, environ, folder)
    return [FloorPhone(floor.port, own) for own in shares_of(encounters, PHONES)]


def live_pages(number: int) -> Sequence[Page]:
    from tournaments.models import Encounter, Tournament  # noqa: PLC0415

    parts: list[list[Page]] = []
    for tournament in Tournament.objects.all():
        page = f"/live/t/{tournament.public_id}/"
        encounters = Encounter.objects.filter(stage__tournament=tournament, table__isnull=False)[:3]
        everything = f"/live/tournament.{tournament.public_id}/"
        listed = [(everything, address) for address in (page, f"{page}groups/", f"{page}tables/")]
        listed += [
            (f"/live/encounter.{encounter.public_id}/", f"/live/e/{encounter.public_id}/")
            for encounter in encounters
        ]
        parts.append(listed)
    return list(islice(cycle(chain(*zip(*parts, strict=True))), number))


@contextmanager
def open_pages(port: int, pages: Sequence[Page]) -> Iterator[None]:
    ended, opened = threading.Event(), threading.Event()

    async def read() -> None:
        readers = [Reader(stream, part) for stream, part in pages]
        for reader in readers:
            await reader.open(port)
        await wait_until_up_to_date(readers, 0)
        opened.set()
        while not ended.is_set():
            await asyncio.sleep(1)
            for reader in readers:
                reader.clear_records()
        for reader in readers:
            reader.close()

    thread = threading.Thread(target=asyncio.run, args=(read(),))
    thread.start()
    try:
        assert opened.wait(LONGEST_WAIT), "the open pages hear nothing"
        yield
    finally:
        ended.set()
        thread.join()


if __name__ == "__main__":
    report("laptop", measure())
