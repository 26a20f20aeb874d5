"""A hand as the event grows, late in the evening; the baseline is a hand of eight pairs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.figures import Line, alternate_rounds
from benchmarks.in_process import InProcessPhone, collected_tasks, milliseconds_of
from benchmarks.sample_tournaments import LateEvening
from benchmarks.sites import Site

SIZE = 2048
SIZES = (8, 64, 256, 2048)
HANDS = 4
"""Hands per round."""


def measure(_site: Site, size: int) -> Iterator[Line]:
    with collected_tasks():
        evenings = [LateEvening(pairs) for pairs in SIZES if pairs <= size]
        phones = [InProcessPhone(evening.tables[0]) for evening in evenings]
        baseline, *ours = alternate_rounds(*(partial(mean_of_hands, phone) for phone in phones))
    for evening, figures in zip(evenings[1:], ours, strict=True):
        yield Line(f"a hand, {evening.name}", "ms", figures, baseline, "share ≥ 0.83 (growth ≤ × 1.2)")


def mean_of_hands(phone: InProcessPhone) -> float:
    forms = (phone.next_hand() for _hand in range(HANDS))
    return sum(milliseconds_of(partial(phone.save, form)) for form in forms) / HANDS
