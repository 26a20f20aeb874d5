"""Draw and pair in every format; the floor sorts as many entrants."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, report
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.encounter_plan import (
    Format,
    FormatSettings,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    StageField,
)
from tournaments.formats.fours.tables_of_four import TABLES_OF_FOUR
from tournaments.formats.swiss import SWISS

SIZES = (64, 256, 2048)
MILLISECONDS = 1000


def measure() -> Iterator[Line]:
    for size in SIZES:
        field = create_field(size)
        works: list[Callable[[], object]] = [partial(seeds_by_points, size, Counter())]
        works += [partial(stage_format.plan, field, FormatSettings()) for stage_format in FORMATS.values()]
        floor, *drawn = alternate_rounds(*(partial(milliseconds_of, work) for work in works))
        for name, took in zip(FORMATS, drawn, strict=True):
            yield Line(f"{name}, {size:,} entrants: draw", "ms", took, floor)
        for name, stage_format in (("Swiss", SWISS), ("tables of four", TABLES_OF_FOUR)):
            yield Line(f"{name}, {size:,} entrants: each round", "ms", round_times(stage_format, size), floor)


def milliseconds_of(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * MILLISECONDS


def create_field(entrants: int) -> StageField:
    """Formats with groups get groups of four."""
    groups = tuple(tuple(range(group, entrants + 1, entrants // 4)) for group in range(1, entrants // 4 + 1))
    return StageField(entrants, groups=groups)


def seeds_by_points(entrants: int, points: Counter[int]) -> tuple[int, ...]:
    return tuple(sorted(range(1, entrants + 1), key=lambda seed: (-points[seed], seed)))


def round_times(stage_format: Format, entrants: int) -> list[float]:
    """Milliseconds for each round after the first, with random results."""
    chance, points, played, times = (
        random.Random(entrants),
        Counter[int](),
        list[PlayedEncounter](),
        list[float](),
    )
    field = create_field(entrants)
    planned: list[PlannedEncounter] | None = stage_format.plan(field, FormatSettings())
    while planned:
        for encounter in planned:
            played.append(random_result(encounter, chance))
            for seed, place in zip(played[-1].seeds, played[-1].places, strict=True):
                points[seed or 0] += len(encounter.sides) - (place or 0)
        now = replace(field, seeds_in_order=seeds_by_points(entrants, points), points=tuple(points.items()))
        began = time.process_time()
        planned = stage_format.next_round(now, FormatSettings(), played)
        times.append((time.process_time() - began) * MILLISECONDS)
    return times[:-1]  # the last call only reported the end of the stage


def random_result(encounter: PlannedEncounter, chance: random.Random) -> PlayedEncounter:
    """16 to 2,048 entrants fill every seat."""
    seeds = [side.number for side in encounter.sides if isinstance(side, Seed)]
    places = chance.sample(range(1, len(seeds) + 1), len(seeds))
    return PlayedEncounter(encounter.key, tuple(seeds), tuple(places))


if __name__ == "__main__":
    report("formats", measure())
