"""Update standings after a hand, late in the evening, on PostgreSQL.

The floor is reading the standings of 64 pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, print_progress, report
from benchmarks.measurement.services import bare_database

SIZES = (8, 64, 256, 2048)
ROWS_READ = 64
TIMES_OF_FLOOR = 20


def measure() -> Iterator[Line]:
    with bare_database():
        from benchmarks.measurement.in_process import collected_tasks, count_statements, milliseconds_of  # noqa: PLC0415

        with collected_tasks() as kept_tasks:
            worlds = {size: _play_in_turn(size) for size in SIZES}

            def after_a_hand(play: Callable[[], object], count: Callable[[Callable[[], object]], Any]) -> Any:
                kept_tasks.clear()
                play()
                return count(lambda: [task() for task in kept_tasks])

            floor, *ours = alternate_rounds(
                partial(milliseconds_of, _standings_reader(ROWS_READ), TIMES_OF_FLOOR),
                *(partial(after_a_hand, play, milliseconds_of) for play in worlds.values()),
            )
            for (size, play), figures in zip(worlds.items(), ours, strict=True):
                yield Line(f"standings after a hand, {size:,} pairs", "ms", figures, floor)
                yield Line(
                    f"standings after a hand, {size:,} pairs: statements",
                    "",
                    [after_a_hand(play, count_statements)],
                )


def _play_in_turn(size: int) -> Callable[[], object]:
    """Return a function that plays a hand at the next table."""
    from benchmarks.measurement.sample_tournaments import create_late_tournament, encounters_at_tables  # noqa: PLC0415
    from tests.factories import play_hand  # noqa: PLC0415

    print_progress(f"an evening of {size:,} pairs")
    tables = encounters_at_tables(create_late_tournament(size))
    number = 0

    def play() -> None:
        nonlocal number
        number += 1
        play_hand(tables[number % len(tables)])

    return play


def _standings_reader(size: int) -> Callable[[], object]:
    from scoring.models import Standing  # noqa: PLC0415
    from tournaments.models import Stage  # noqa: PLC0415

    stage = next(candidate for candidate in Stage.objects.all() if candidate.standings.count() == size)
    return lambda: list(Standing.objects.filter(stage=stage).select_related("entrant"))


if __name__ == "__main__":
    report("standings", measure())
