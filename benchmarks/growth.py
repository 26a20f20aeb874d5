"""A hand by size of the event, late in the evening; in process, on PostgreSQL.

The floor is the same for eight pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.measuring.house import bare_database
from benchmarks.measuring.rounds import Line, by_turns, report, told

if TYPE_CHECKING:
    from tournaments.models import Encounter

SIZES = (8, 64, 256, 2048)
HANDS = 4
"""Hands per round."""


def measure() -> Iterator[Line]:
    with bare_database():
        from benchmarks.measuring.inside import PhoneInside, milliseconds_of, statements_of, tasks_kept  # noqa: PLC0415

        with tasks_kept():
            phones = {size: PhoneInside(_front(size)) for size in SIZES}

            def entered(phone: PhoneInside, count: Callable[..., float]) -> float:
                hand = phone.next_hand()
                return count(partial(phone.save, hand))

            def mean(phone: PhoneInside) -> float:
                return sum(entered(phone, milliseconds_of) for _hand in range(HANDS)) / HANDS

            floor, *ours = by_turns(*(partial(mean, phone) for phone in phones.values()))
            for size, figures in zip(SIZES, (floor, *ours), strict=True):
                yield Line(f"a hand, {size:,} pairs", "ms", figures, floor)
            yield Line("a hand: statements", "", [entered(phones[SIZES[-1]], statements_of)])


def _front(size: int) -> Encounter:
    from benchmarks.measuring.worlds import at_tables, late_in_the_evening  # noqa: PLC0415

    told(f"an evening of {size:,} pairs")
    return at_tables(late_in_the_evening(size))[0]


if __name__ == "__main__":
    report("growth", measure())
