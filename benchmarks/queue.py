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

from benchmarks.entry import CLIENTS, ENTRANTS, HANDS, SCORES, UNITS, in_turn, phones_at_tables, turn
from benchmarks.laptop import at_some_moment
from benchmarks.measuring.house import House, house
from benchmarks.measuring.phones import FloorPhone, shares_of
from benchmarks.measuring.rounds import Line, by_turns, lines, report, told
from tests.processes import wait_for

WAITING, IN_HAND = "celery", "unacked"
"""Celery's keys in Redis."""
SECONDS_BETWEEN_LOOKS = 0.02
MILLISECONDS = 1000
SIZES = (64, 2048)
FEW, HANDS_A_SECOND = 30, 2
ENDED = re.compile(r"Task scoring\.tasks\.refresh\S* succeeded in \S+s: (\w+)")
OF_A_HAND = {"tasks sent, a hand": "", "tasks that found nothing, a hand": "", "most tasks waiting": ""}


@dataclass
class Watch:
    broker: redis.Redis
    longest: int = 0
    newest: int = 0
    behind: dict[int, float] = field(default_factory=dict)
    seen_after: list[float] = field(default_factory=list)

    def look(self) -> None:
        self.longest = max(self.longest, self.waiting)
        ledger, shown_version = versions()
        now = time.perf_counter()
        if ledger > self.newest:
            self.newest = ledger
            self.behind[ledger] = now
        for version in [version_behind for version_behind in self.behind if version_behind <= shown_version]:
            self.seen_after.append((now - self.behind.pop(version)) * MILLISECONDS)

    @property
    def waiting(self) -> int:
        return int(self.broker.llen(WAITING))

    @property
    def at_rest(self) -> bool:
        return not (self.waiting or self.broker.hlen(IN_HAND) or self.behind)


def measure() -> Iterator[Line]:
    with house("web", "worker", floor=True) as (running, encounters):
        phones = phones_at_tables(running.services["web"].port, ENTRANTS)
        clients = [in_turn(list(phones[client::CLIENTS])) for client in range(CLIENTS)]
        floor_phones = [
            FloorPhone(running.services["floor"].port, own) for own in shares_of(encounters, CLIENTS)
        ]
        observer = Watch(redis.Redis.from_url(running.redis))

        def hands() -> Mapping[str, float]:
            observer.longest, before = 0, ended_tasks(running)
            with looking(observer):
                measured = turn(running, "web", clients, HANDS)
                wait_for(lambda: observer.at_rest, "the queue does not empty")
            ended = ended_tasks(running)[len(before) :]
            nothing, sent = ended.count("False"), CLIENTS * HANDS
            of_a_hand = (len(ended) / sent, nothing / sent, observer.longest)
            return {**measured, **dict(zip(OF_A_HAND, of_a_hand, strict=True))}

        floor, ours = by_turns(
            partial(turn, running, "floor", [phone.send for phone in floor_phones], SCORES), hands
        )
        yield from lines(f"{CLIENTS} clients and the worker", UNITS | OF_A_HAND, ours, floor)
        yield Line("standings seen after, as fast as answered", "ms", observer.seen_after)
        for size in SIZES:
            told(f"an evening of {size:,} pairs")
            hand_of_each = [phone.send for phone in phones_at_tables(running.services["web"].port, size, FEW)]
            observer.seen_after = []
            with looking(observer):
                at_some_moment(hand_of_each, FEW / HANDS_A_SECOND)
                wait_for(lambda: observer.at_rest, "the queue does not empty")
            yield Line(f"standings seen after, few hands, {size:,} pairs", "ms", observer.seen_after)


@contextmanager
def looking(observer: Watch) -> Iterator[None]:
    """Observe repeatedly in a thread."""
    from django.db import connection  # noqa: PLC0415

    ended = threading.Event()

    def observe_repeatedly() -> None:
        while not ended.wait(SECONDS_BETWEEN_LOOKS):
            observer.look()
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        observing_thread = pool.submit(observe_repeatedly)
        try:
            yield
        finally:
            ended.set()
        observing_thread.result()


def versions() -> tuple[int, int]:
    """Sums of ledger versions and of versions shown."""
    from django.db.models import F, Sum  # noqa: PLC0415

    from scoring.models import KeptTable  # noqa: PLC0415

    version = Sum(F("moved") + F("group__stage__ledger_version"))
    totals = KeptTable.objects.aggregate(version=version, shown=Sum("as_of"))
    return totals["version"] or 0, totals["shown"] or 0


def ended_tasks(running: House) -> list[str]:
    """Each result is whether there was anything to do."""
    return ENDED.findall(running.services["worker"].log.read_text())


if __name__ == "__main__":
    report("queue", measure())
