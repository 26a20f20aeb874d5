"""Delay until 1,000 open pages are notified of a stored hand, and until they show it.

A real server runs on an SQLite file. This process stores the hands, so one clock measures from the commit to
the event, and to the last byte of an answer with the new total.

The floor of notification is the same event sent by a bare loop; that of display is a constant answer. Each
delay includes up to one polling interval.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.measurement.alternating_rounds import Line, report
from benchmarks.page_readers import (
    HOST,
    PageConnection,
    Reader,
    StreamConnection,
    TimedResponse,
    wait_until_up_to_date,
)
from config.platform.file_descriptors import raise_descriptor_limit
from tests.processes import ServerProcess, serve_process

STREAMS = 1000
SECONDS_AT_MOST = 60
MILLISECONDS = 1000


@dataclass(frozen=True)
class StoredHand:
    """`at` is when its commit ended, `figure` the new total."""

    at: float
    counter: int
    figure: str


@dataclass(frozen=True)
class MeasuredTournament:
    tournament: str
    encounter: str
    entrants: Sequence[str]
    play: Callable[[], StoredHand]


def measure(streams: int = STREAMS) -> Iterator[Line]:
    if raise_descriptor_limit(4 * streams + 200) < 4 * streams + 200:
        sys.exit(f"The system allows too few open connections for {streams} readers; see `ulimit -n`.")
    folder = tempfile.TemporaryDirectory(prefix="streams")
    # Streams of one line are still closing when those of the next open.
    with folder as path, serve_process(Path(path), LIVE_STREAMS=str(4 * streams)) as served:
        os.environ |= {"DATABASE_URL": served.environ["DATABASE_URL"]}
        ground = create_tournament()
        yield from asyncio.run(
            asyncio.wait_for(measure_readers(served, ground, streams), 10 * SECONDS_AT_MOST)
        )


def create_tournament() -> MeasuredTournament:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.db import transaction  # noqa: PLC0415

    from rules.localized_text import format_signed  # noqa: PLC0415
    from scoring.queries.encounters.encounter_reader import read_scored_listings  # noqa: PLC0415
    from tests.factories import NOW, encounters_of, open_tournament, play_hand  # noqa: PLC0415
    from tournaments.draws.domain import draw  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.models import Encounter  # noqa: PLC0415
    from tournaments.stages.stage_settings import Length  # noqa: PLC0415

    tournament = open_tournament(pairs=16, groups=Length(best_of=5, hands=11))
    draw.draw_groups(tournament=tournament, groups=4, seed="101", by=CONSOLE, at=NOW)
    encounter = encounters_of(tournament)[0]

    def play() -> StoredHand:
        ended: list[float] = []
        with transaction.atomic():
            transaction.on_commit(lambda: ended.append(time.perf_counter()))
            play_hand(encounter)
        tournament.refresh_from_db()
        listing = read_scored_listings(Encounter.objects.filter(pk=encounter.pk))[0]
        assert listing.shown_match is not None
        return StoredHand(
            ended[0], tournament.counter, f">{format_signed(listing.shown_match.total('B') or 0, 'tr')}<"
        )

    play()
    names = tournament.entrants.filter(encounter_sides__encounter=encounter).order_by("number")
    return MeasuredTournament(
        f"/t/{tournament.public_id}/",
        f"/e/{encounter.public_id}/",
        [str(public_id) for public_id in names.values_list("public_id", flat=True)],
        play,
    )


async def measure_readers(served: ServerProcess, measured: MeasuredTournament, streams: int) -> list[Line]:
    stream = f"/live/tournament.{measured.tournament.removeprefix('/t/')}"
    part = f"/live{measured.tournament}"
    floors = Floors(await bare_broadcast(streams), await constant_answers(served.port, streams))
    after = partial(after_hands, served, measured, floors=floors)
    few = [Reader(stream, part if number < streams // 10 else "") for number in range(streams)]
    every = [Reader(stream, part) for _number in range(streams)]
    of_encounter = f"/live/encounter.{measured.encounter.removeprefix('/e/')}"
    pages = [(stream, part), (stream, f"{part}tables/"), (of_encounter, f"/live{measured.encounter}")]
    pages += [(watched, page.replace("/live/", "/live/en/")) for watched, page in pages]
    mixed = [Reader(*pages[number % len(pages)]) for number in range(streams)]
    strips = [
        (f"/live/entrant.{entrant}/", f"{part}entrants/{entrant}/strip/") for entrant in measured.entrants
    ]
    fans = [
        Reader(*(strips[number // 10 % len(strips)] if number % 10 == 0 else (stream, part)))
        for number in range(streams)
    ]
    return [
        *await after(few, hands=2, name=f"{streams:,} listen, {streams // 10:,} fetch the new part"),
        *await after(every, hands=3, name="all fetch the same part"),
        *await after(mixed, hands=2, name="all fetch, three pages in two languages"),
        *await after(fans, hands=2, name="all fetch, every tenth the state of a followed entrant"),
    ]


@dataclass(frozen=True)
class Floors:
    notification_delays: Sequence[float]
    display_delays: Sequence[float]


async def after_hands(
    served: ServerProcess,
    measured_tournament: MeasuredTournament,
    readers: Sequence[Reader],
    *,
    floors: Floors,
    hands: int,
    name: str,
) -> list[Line]:
    """Return the delays of notification and display."""
    for reader in readers:
        await asyncio.wait_for(reader.open(served.port), SECONDS_AT_MOST)
    delays: list[float] = []
    shown_delays: dict[bool, list[float]] = {False: [], True: []}
    await wait_for_readers(readers, 0)
    for _hand in range(hands):
        await asyncio.sleep(1)
        for reader in readers:
            reader.clear_records()
        stored = await asyncio.to_thread(measured_tournament.play)
        await wait_for_readers(readers, stored.counter)
        delays += [max(0.0, reader.notified_after(stored.at) - stored.at) for reader in readers]
        for reader in readers:
            if reader.path:
                shown_delays[reader.follows_entrant].append(reader.first_shown_at(stored.figure) - stored.at)
    for reader in readers:
        reader.close()
    measured = [
        Line(f"{name}: heard", "ms", to_milliseconds(delays), floors.notification_delays),
        Line(f"{name}: shown", "ms", to_milliseconds(shown_delays[False]), floors.display_delays),
    ]
    if shown_delays[True]:
        measured.append(
            Line(f"{name}: shown to these", "ms", to_milliseconds(shown_delays[True]), floors.display_delays)
        )
    return measured


def to_milliseconds(seconds: Sequence[float]) -> list[float]:
    return [second * MILLISECONDS for second in seconds]


async def wait_for_readers(readers: Sequence[Reader], counter: int) -> None:
    await asyncio.wait_for(wait_until_up_to_date(readers, counter), SECONDS_AT_MOST)


async def constant_answers(port: int, number: int) -> list[float]:
    """Concurrent requests for the same few bytes."""
    durations: list[float] = []

    def record(answer: TimedResponse) -> None:
        durations.append(answer.at - began)

    loop = asyncio.get_running_loop()
    asking = [
        (await loop.create_connection(lambda: PageConnection(record), HOST, port))[1]
        for _one in range(number)
    ]
    for _warm in range(2):
        durations.clear()
        began = time.perf_counter()
        for task in asking:
            task.ask("/live/", "")
        async with asyncio.timeout(SECONDS_AT_MOST):
            while len(durations) < number:
                await asyncio.sleep(0.01)
    for task in asking:
        task.transport.close()
    return to_milliseconds(durations)


async def bare_broadcast(number: int) -> list[float]:
    """Times until each connection has read an event."""
    from scoring.live.queries.counters import SITE_TOPIC  # noqa: PLC0415 - after Django is set up
    from scoring.live.streams.event_stream import change_event  # noqa: PLC0415 - the same

    writers: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _reader, writer: writers.append(writer), HOST, 0)
    port = server.sockets[0].getsockname()[1]
    durations: list[float] = []

    def record(_counter: int, _spread: int) -> None:
        durations.append(time.perf_counter() - began)

    loop = asyncio.get_running_loop()
    reading = [
        (await loop.create_connection(lambda: StreamConnection("/", record), HOST, port))[1]
        for _one in range(number)
    ]
    async with asyncio.timeout(SECONDS_AT_MOST):
        while len(writers) < number:
            await asyncio.sleep(0.01)
        began = time.perf_counter()
        for writer in writers:
            writer.write(change_event({SITE_TOPIC: 1}, number))
        while len(durations) < number:
            await asyncio.sleep(0.01)
    for task in reading:
        task.transport.close()
    for writer in writers:
        writer.close()
    server.close()
    return to_milliseconds(durations)


if __name__ == "__main__":
    report("streams", measure(int(sys.argv[1]) if len(sys.argv) > 1 else STREAMS))
