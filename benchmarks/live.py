"""Delay from a stored hand until a thousand open pages hear of it, and until they show it.

`manage.py serve` on SQLite; this process stores the hands, so one clock measures from the commit. A delay
includes up to one polling interval.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from django.db import transaction

from benchmarks.figures import MILLISECONDS, ROUNDS, Line
from benchmarks.page_readers import Page, Reached, first_reached, following, wait_until_shown
from benchmarks.sample_tournaments import create_groups_of_four, encounters_at_tables
from benchmarks.sites import Site
from tests.factories import play_hand
from tournaments.models import Encounter

SIZE = 1000
ENTRANTS = 16


def measure(site: Site, size: int) -> Iterator[Line]:
    tournament = create_groups_of_four(ENTRANTS)
    encounter = encounters_at_tables(tournament)[0]
    page = (f"/live/tournament.{tournament.public_id}/", f"/live/t/{tournament.public_id}/")
    heard, shown = asyncio.run(measure_delays(site.port, [page] * size, encounter))
    yield Line(f"a hand heard by {size:,} streams", "ms", heard, bound="median ≤ 500 ms")
    yield Line(f"a hand shown by {size:,} pages", "ms", shown)


async def measure_delays(
    port: int, pages: list[Page], encounter: Encounter
) -> tuple[list[float], list[float]]:
    heard: list[float] = []
    shown: list[float] = []
    async with following(port, pages) as readers:
        for _hand in range(ROUNDS):
            await asyncio.sleep(1)
            counter, stored_at = await asyncio.to_thread(store_hand, encounter)

            def delay(reached: Reached, counter: int = counter, stored_at: float = stored_at) -> float:
                return max(0.0, first_reached(reached, counter) - stored_at) * MILLISECONDS

            await wait_until_shown(readers, counter)
            heard += [delay(reader.heard) for reader in readers]
            shown += [delay(reader.shown) for reader in readers]
    return heard, shown


def store_hand(encounter: Encounter) -> tuple[int, float]:
    """Return the tournament's counter, and when the commit had ended."""
    ended: list[float] = []
    with transaction.atomic():
        transaction.on_commit(lambda: ended.append(time.perf_counter()))
        play_hand(encounter)
    encounter.stage.tournament.refresh_from_db()
    return encounter.stage.tournament.counter, ended[0]
