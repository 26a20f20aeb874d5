"""20,000 open pages on four `live` processes: delay, processor cost and memory.

All run on this machine. Fifty tournaments have readers each, and all listen to one final; nobody fetches. The
floor is the same event sent by a bare loop to the connections of one process.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from benchmarks.live_delay import SECONDS_AT_MOST, bare_broadcast, to_milliseconds
from benchmarks.measurement.alternating_rounds import ROUNDS, Line, print_progress, report
from benchmarks.measurement.processor_time import memory_of_tree
from benchmarks.measurement.services import Installation, running_installation
from benchmarks.page_readers import HOST, StreamConnection
from config.platform.file_descriptors import raise_descriptor_limit

if TYPE_CHECKING:
    from tournaments.models import Encounter

STREAMS = 20_000
PROCESSES = [f"live {number}" for number in range(1, 5)]
TOURNAMENTS_IN_PLAY = 50
IDLE_SECONDS = 10.0
HANDS_A_SECOND = 10
SECONDS_OF_PLAY = 10.0
STREAMS_PER_FIGURE = 1000
MEGA = 1e6


class ReaderProcess:
    def __init__(self, port: int, paths: Sequence[str]) -> None:
        self.number = len(paths)
        self._pipe, child_pipe = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(
            target=listen, args=(port, paths, child_pipe), daemon=True
        )
        self._process.start()

    def event_times(self) -> list[float]:
        """Times since the last call."""
        self._pipe.send("heard")
        times: list[float] = self._pipe.recv()
        return times

    def close(self) -> None:
        self._pipe.send("end")
        self._process.join()


def listen(port: int, paths: Sequence[str], pipe: Connection) -> None:
    raise_descriptor_limit(len(paths) + 100)
    asyncio.run(_listen(port, paths, pipe))


async def _listen(port: int, paths: Sequence[str], pipe: Connection) -> None:
    latest: dict[int, float] = {}
    loop = asyncio.get_running_loop()

    async def open_one(number: int, path: str) -> asyncio.BaseTransport:
        def record(_counter: int, _spread: int) -> None:
            latest[number] = time.perf_counter()

        return (await loop.create_connection(lambda: StreamConnection(path, record), HOST, port))[0]

    opened = [await open_one(number, path) for number, path in enumerate(paths)]
    while await loop.run_in_executor(None, pipe.recv) == "heard":
        pipe.send(list(latest.values()))
        latest.clear()
    for transport in opened:
        transport.close()


def measure(streams: int = STREAMS) -> Iterator[Line]:
    with ExitStack() as stack:
        running, _floor = stack.enter_context(running_installation(*PROCESSES))
        print_progress("fifty tournaments and a final")
        *encounters, final = encounters_in_play(TOURNAMENTS_IN_PLAY + 1)
        per_reader = streams // len(PROCESSES)
        addresses = [stream_address(encounter, final) for encounter in encounters]
        paths = [addresses[number % TOURNAMENTS_IN_PLAY] for number in range(per_reader)]
        print_progress(f"{streams:,} streams")
        before = megabytes_in_use(running)
        crowd = [ReaderProcess(running.services[name].port, paths) for name in PROCESSES]
        for readers in crowd:
            stack.callback(readers.close)
        wait_for_all(crowd, streams)
        yield Line("memory of a process without a stream", "MB", [before / len(PROCESSES)])
        memory_growth = (megabytes_in_use(running) - before) * STREAMS_PER_FIGURE / streams
        yield Line(f"memory of {STREAMS_PER_FIGURE:,} streams besides", "MB", [memory_growth])
        yield Line(
            "cores while nothing happens",
            "",
            [cores_while_idle(running, IDLE_SECONDS) for _round in range(2)],
        )
        listeners = per_reader // TOURNAMENTS_IN_PLAY
        yield measure_delays(
            f"a hand heard by {listeners * len(PROCESSES)} of them", crowd, encounters, listeners
        )
        yield Line(
            f"cores while {HANDS_A_SECOND} hands a second are stored",
            "",
            [cores_while_playing(running, encounters)],
        )
        wait_for_quiet(crowd)
        yield measure_delays("a hand heard by all", crowd, [final], per_reader)


def encounters_in_play(number: int) -> list[Encounter]:
    """One encounter in play for each tournament."""
    from tests.factories import NOW, encounters_of, open_tournament, play_hand  # noqa: PLC0415
    from tournaments.draws.domain import draw  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.stages.stage_settings import Length  # noqa: PLC0415

    chosen = []
    for _one in range(number):
        tournament = open_tournament(pairs=4, groups=Length(best_of=5, hands=11))
        draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
        chosen.append(encounters_of(tournament)[0])
        play_hand(chosen[-1])
    return chosen


def stream_address(own_encounter: Encounter, final: Encounter) -> str:
    ids = [encounter.stage.tournament.public_id for encounter in (own_encounter, final)]
    return f"/live/{'+'.join(f'tournament.{public_id}' for public_id in ids)}/"


def measure_delays(
    name: str, crowd: Sequence[ReaderProcess], played: Sequence[Encounter], per_process: int
) -> Line:
    """From a hand's commit to the event at all listeners; `per_process` in each process."""
    delays: list[float] = []
    for encounter in islice(cycle(played), ROUNDS):
        stored = store_hand(encounter)
        delays += [at - stored for at in wait_for_all(crowd, per_process * len(crowd))]
    return Line(name, "ms", to_milliseconds(delays), asyncio.run(bare_broadcast(per_process)))


def store_hand(encounter: Encounter) -> float:
    """Store a hand; return when its commit had ended."""
    from django.db import transaction  # noqa: PLC0415 - after Django is set up

    from tests.factories import play_hand  # noqa: PLC0415 - the same

    ended: list[float] = []
    with transaction.atomic():
        transaction.on_commit(lambda: ended.append(time.perf_counter()))
        play_hand(encounter)
    return ended[0]


def cores_while_playing(running: Installation, encounters: Sequence[Encounter]) -> float:
    """Processor cores used while halls store hands in turn."""

    def play_on() -> None:
        ends = time.perf_counter() + SECONDS_OF_PLAY
        number = 0
        while (now := time.perf_counter()) < ends:
            store_hand(encounters[number % len(encounters)])
            number += 1
            time.sleep(max(0.0, now + 1 / HANDS_A_SECOND - time.perf_counter()))

    return cores_during(running, play_on)


def cores_while_idle(running: Installation, seconds: float) -> float:
    return cores_during(running, lambda: time.sleep(seconds))


def cores_during(running: Installation, work: Callable[[], object]) -> float:
    before, began = running.processor_seconds(*PROCESSES), time.perf_counter()
    work()
    return (running.processor_seconds(*PROCESSES) - before) / (time.perf_counter() - began)


def megabytes_in_use(running: Installation) -> float:
    return sum(memory_of_tree(running.services[name].process) for name in PROCESSES) / MEGA


def wait_for_all(crowd: Sequence[ReaderProcess], number: int) -> list[float]:
    """Return the times of this many notifications."""
    moments: list[float] = []
    latest = time.perf_counter() + SECONDS_AT_MOST
    while len(moments) < number:
        if time.perf_counter() > latest:
            sys.exit(f"{len(moments):,} of {number:,} heard within {SECONDS_AT_MOST} seconds.")
        time.sleep(0.2)
        for readers in crowd:
            moments += readers.event_times()
    return moments


def wait_for_quiet(crowd: Sequence[ReaderProcess]) -> None:
    """Return once nobody has been notified for a second."""
    while sum(len(readers.event_times()) for readers in crowd):
        time.sleep(1)


if __name__ == "__main__":
    report("listeners", measure(int(sys.argv[1]) if len(sys.argv) > 1 else STREAMS))
