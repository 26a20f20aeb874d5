"""Update standings after a hand, late in the evening, on PostgreSQL.

The floor is reading the standings of 64 pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.measuring.house import bare_database
from benchmarks.measuring.rounds import Line, by_turns, report, told

SIZES = (8, 64, 256, 2048)
READ = 64
TIMES_OF_FLOOR = 20


def measure() -> Iterator[Line]:
    with bare_database():
        from benchmarks.measuring.inside import milliseconds_of, statements_of, tasks_kept  # noqa: PLC0415

        with tasks_kept() as kept_tasks:
            worlds = {size: _tables_in_turn(size) for size in SIZES}

            def after_a_hand(play: Callable[[], object], count: Callable[[Callable[[], object]], Any]) -> Any:
                kept_tasks.clear()
                play()
                return count(lambda: [task() for task in kept_tasks])

            floor, *ours = by_turns(
                partial(milliseconds_of, _reading(READ), TIMES_OF_FLOOR),
                *(partial(after_a_hand, play, milliseconds_of) for play in worlds.values()),
            )
            for (size, play), figures in zip(worlds.items(), ours, strict=True):
                yield Line(f"standings after a hand, {size:,} pairs", "ms", figures, floor)
                yield Line(
                    f"standings after a hand, {size:,} pairs: statements",
                    "",
                    [after_a_hand(play, statements_of)],
                )


def _tables_in_turn(size: int) -> Callable[[], object]:
    """Return a function that plays a hand at the next table."""
    from benchmarks.measuring.worlds import at_tables, late_in_the_evening  # noqa: PLC0415
    from tests.factories import play_hand  # noqa: PLC0415

    told(f"an evening of {size:,} pairs")
    tables = at_tables(late_in_the_evening(size))
    number = 0

    def play() -> None:
        nonlocal number
        number += 1
        play_hand(tables[number % len(tables)])

    return play


def _reading(size: int) -> Callable[[], object]:
    from scoring.models import Standing  # noqa: PLC0415
    from tournaments.models import Stage  # noqa: PLC0415

    stage = next(candidate for candidate in Stage.objects.all() if candidate.standings.count() == size)
    return lambda: list(Standing.objects.filter(stage=stage).select_related("entrant"))


if __name__ == "__main__":
    report("standings", measure())
