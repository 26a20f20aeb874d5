"""The tasks that a hand queues, late in the evening, until its standings are stored."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.figures import Line, alternate_rounds
from benchmarks.in_process import Tasks, collected_tasks, milliseconds_of, run_tasks
from benchmarks.sample_tournaments import LateEvening
from benchmarks.sites import Site

SIZE = 2048
SIZES = (8, 64, 256, 2048)


def measure(_site: Site, size: int) -> Iterator[Line]:
    with collected_tasks() as tasks:
        evenings = [LateEvening(pairs) for pairs in SIZES if pairs <= size]
        tasks.clear()
        ours = alternate_rounds(*(partial(after_a_hand, evening, tasks) for evening in evenings))
    for evening, figures in zip(evenings, ours, strict=True):
        yield Line(f"standings after a hand, {evening.name}", "ms", figures, bound="≤ 50 ms")


def after_a_hand(evening: LateEvening, tasks: Tasks) -> float:
    evening.play()
    assert tasks
    return milliseconds_of(partial(run_tasks, tasks))
