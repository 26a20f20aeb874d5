"""The task queue while eight phones send without pause, and while few hands come.

The floor is that of `entry`, with the worker idle. Delay: from a change of a stage's ledger to its standings;
for few hands in the rhythm of six hundred tables.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

import redis

from benchmarks.hand_entry import (
    CLIENTS,
    ENTRANTS,
    HANDS,
    SCORES,
    UNITS,
    measure_round,
    phones_at_tables,
    send_in_turn,
)
from benchmarks.laptop import run_at_random_moments
from benchmarks.measurement.alternating_rounds import (
    Line,
    alternate_rounds,
    print_progress,
    report,
    result_lines,
)
from benchmarks.measurement.phones import FloorPhone, shares_of
from benchmarks.measurement.services import Installation, running_installation
from tests.processes import wait_for

WAITING, IN_HAND = "celery", "unacked"
"""Celery's keys in Redis."""
SECONDS_BETWEEN_LOOKS = 0.02
MILLISECONDS = 1000
SIZES = (64, 2048)
FEW, HANDS_A_SECOND = 30, 2
ENDED_TASK_PATTERN = re.compile(r"Task scoring\.tasks\.refresh\S* succeeded in \S+s: (\w+)")
UNITS_OF_A_HAND = {"tasks sent, a hand": "", "tasks that found nothing, a hand": "", "most tasks waiting": ""}


@dataclass
class QueueObserver:
    broker: redis.Redis
    longest: int = 0
    newest: int = 0
    pending_versions: dict[int, float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)

    def observe_queue(self) -> None:
        self.longest = max(self.longest, self.waiting)
        ledger, shown_version = version_sums()
        now = time.perf_counter()
        if ledger > self.newest:
            self.newest = ledger
            self.pending_versions[ledger] = now
        for version in [
            version_behind for version_behind in self.pending_versions if version_behind <= shown_version
        ]:
            self.delays.append((now - self.pending_versions.pop(version)) * MILLISECONDS)

    @property
    def waiting(self) -> int:
        return int(self.broker.llen(WAITING))

    @property
    def is_idle(self) -> bool:
        return not (self.waiting or self.broker.hlen(IN_HAND) or self.pending_versions)


def measure() -> Iterator[Line]:
    with running_installation("web", "worker", floor=True) as (running, encounters):
        phones = phones_at_tables(running.services["web"].port, ENTRANTS)
        clients = [send_in_turn(list(phones[client::CLIENTS])) for client in range(CLIENTS)]
        floor_phones = [
            FloorPhone(running.services["floor"].port, own) for own in shares_of(encounters, CLIENTS)
        ]
        observer = QueueObserver(redis.Redis.from_url(running.redis))

        def hands() -> Mapping[str, float]:
            observer.longest, before = 0, ended_tasks(running)
            with observe_in_thread(observer):
                measured = measure_round(running, "web", clients, HANDS)
                wait_for(lambda: observer.is_idle, "the queue does not empty")
            ended = ended_tasks(running)[len(before) :]
            nothing, sent = ended.count("False"), CLIENTS * HANDS
            of_a_hand = (len(ended) / sent, nothing / sent, observer.longest)
            return {**measured, **dict(zip(UNITS_OF_A_HAND, of_a_hand, strict=True))}

        floor, ours = alternate_rounds(
            partial(measure_round, running, "floor", [phone.send for phone in floor_phones], SCORES), hands
        )
        yield from result_lines(f"{CLIENTS} clients and the worker", UNITS | UNITS_OF_A_HAND, ours, floor)
        yield Line("standings seen after, as fast as answered", "ms", observer.delays)
        for size in SIZES:
            print_progress(f"an evening of {size:,} pairs")
            hand_of_each = [phone.send for phone in phones_at_tables(running.services["web"].port, size, FEW)]
            observer.delays = []
            with observe_in_thread(observer):
                run_at_random_moments(hand_of_each, FEW / HANDS_A_SECOND)
                wait_for(lambda: observer.is_idle, "the queue does not empty")
            yield Line(f"standings seen after, few hands, {size:,} pairs", "ms", observer.delays)


@contextmanager
def observe_in_thread(observer: QueueObserver) -> Iterator[None]:
    from django.db import connection  # noqa: PLC0415

    ended = threading.Event()

    def observe_repeatedly() -> None:
        while not ended.wait(SECONDS_BETWEEN_LOOKS):
            observer.observe_queue()
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        observing_thread = pool.submit(observe_repeatedly)
        try:
            yield
        finally:
            ended.set()
        observing_thread.result()


def version_sums() -> tuple[int, int]:
    """Sums of ledger versions and of versions shown."""
    from django.db.models import F, Sum  # noqa: PLC0415

    from scoring.models import StandingsCache  # noqa: PLC0415

    version = Sum(F("moved") + F("group__stage__ledger_version"))
    totals = StandingsCache.objects.aggregate(version=version, shown=Sum("as_of"))
    return totals["version"] or 0, totals["shown"] or 0


def ended_tasks(running: Installation) -> list[str]:
    """Each result is whether there was anything to do."""
    return ENDED_TASK_PATTERN.findall(running.services["worker"].log.read_text())


if __name__ == "__main__":
    report("queue", measure())
