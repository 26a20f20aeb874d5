"""A hand by size of the event, late in the evening; in process, on PostgreSQL.

The floor is the same for eight pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, print_progress, report
from benchmarks.measurement.services import bare_database

if TYPE_CHECKING:
    from tournaments.models import Encounter

SIZES = (8, 64, 256, 2048)
HANDS = 4
"""Hands per round."""


def measure() -> Iterator[Line]:
    with bare_database():
        from benchmarks.measurement.in_process import (  # noqa: PLC0415
            InProcessPhone,
            collected_tasks,
            count_statements,
            milliseconds_of,
        )

        with collected_tasks():
            phones = {size: InProcessPhone(_encounter_at_table(size)) for size in SIZES}

            def entered(phone: InProcessPhone, count: Callable[..., float]) -> float:
                hand = phone.next_hand()
                return count(partial(phone.save, hand))

            def mean(phone: InProcessPhone) -> float:
                return sum(entered(phone, milliseconds_of) for _hand in range(HANDS)) / HANDS

            floor, *ours = alternate_rounds(*(partial(mean, phone) for phone in phones.values()))
            for size, figures in zip(SIZES, (floor, *ours), strict=True):
                yield Line(f"a hand, {size:,} pairs", "ms", figures, floor)
            yield Line("a hand: statements", "", [entered(phones[SIZES[-1]], count_statements)])


def _encounter_at_table(size: int) -> Encounter:
    from benchmarks.measurement.sample_tournaments import create_late_tournament, encounters_at_tables  # noqa: PLC0415

    print_progress(f"an evening of {size:,} pairs")
    return encounters_at_tables(create_late_tournament(size))[0]


if __name__ == "__main__":
    report("growth", measure())
