"""How long drawing and pairing take as entrants grow from 16 to 2,048, for every format.

Each time stands beside a floor measured in the same run, sorting as many entrants by standing, so that
figures of different machines and of busy ones can be compared: the ratio says what pairing costs above that.
Growth is the time for 2,048 entrants over that for 256: 8 is as the entrants, 64 as their square.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.fours.tables_of_four import TABLES_OF_FOUR
from tournaments.formats.plan import Field, Format, Planned, Played, Seed, Settings
from tournaments.formats.swiss import SWISS

SIZES = (16, 32, 64, 128, 256, 512, 1024, 2048)
REPEATS = 5

Times = dict[int, float]
"""Seconds by number of entrants."""


def main() -> None:
    print(f"milliseconds by number of entrants; draws and floor the best of {REPEATS}")
    print(f"{'':30}" + "".join(f"{size:>9,}" for size in SIZES) + "   growth      floors")
    floor = {size: best_of(partial(by_standing, size, Counter())) for size in SIZES}
    show("sorting (floor)", floor, floor)
    for name, way in FORMATS.items():
        drawn = {size: best_of(partial(way.plan, field_of(size), Settings())) for size in SIZES}
        show(f"{name}: draw", drawn, floor)
    for name, way in (("Swiss", SWISS), ("tables of four", TABLES_OF_FOUR)):
        rounds = {size: round_times(way, size) for size in SIZES}
        show(f"{name}: second round", {size: times[0] for size, times in rounds.items()}, floor)
        middle = {size: times[len(times) // 2] for size, times in rounds.items()}
        show(f"{name}: middle round", middle, floor)
        show(f"{name}: last round", {size: times[-1] for size, times in rounds.items()}, floor)
        show(f"{name}: slowest round", {size: max(times) for size, times in rounds.items()}, floor)


def show(name: str, times: Times, floor: Times) -> None:
    """Print a line; the last column is for the most entrants."""
    most = SIZES[-1]
    growth, floors = times[most] / times[most // 8], times[most] / floor[most]
    columns = "".join(f"{times[size] * 1000:9.2f}" for size in SIZES)
    print(f"{name:30}{columns}{growth:7.1f} x {floors:9.1f} x", flush=True)


def best_of(work: Callable[[], object]) -> float:
    return min(seconds_of(work) for _ in range(REPEATS))


def seconds_of(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def field_of(entrants: int) -> Field:
    """So many, in groups of four for the formats that have groups."""
    groups = tuple(tuple(range(group, entrants + 1, entrants // 4)) for group in range(1, entrants // 4 + 1))
    return Field(entrants, groups=groups)


def by_standing(entrants: int, points: Counter[int]) -> tuple[int, ...]:
    return tuple(sorted(range(1, entrants + 1), key=lambda seed: (-points[seed], seed)))


def round_times(way: Format, entrants: int) -> list[float]:
    """How long planning each round after the first takes in one evening whose results come by chance."""
    chance, points, played, times = random.Random(entrants), Counter[int](), list[Played](), list[float]()
    field = field_of(entrants)
    planned: list[Planned] | None = way.plan(field, Settings())
    while planned:
        for encounter in planned:
            played.append(decided(encounter, chance))
            for seed, place in zip(played[-1].seeds, played[-1].places, strict=True):
                points[seed or 0] += len(encounter.sides) - (place or 0)
        now = replace(field, standing=by_standing(entrants, points), points=tuple(points.items()))
        began = time.process_time()
        planned = way.next_round(now, Settings(), played)
        times.append(time.process_time() - began)
    return times[:-1]  # the last call said that the stage is over


def decided(encounter: Planned, chance: random.Random) -> Played:
    """Any order of those who sit there; 16 to 2,048 entrants never leave a chair empty."""
    seeds = [side.number for side in encounter.sides if isinstance(side, Seed)]
    places = chance.sample(range(1, len(seeds) + 1), len(seeds))
    return Played(encounter.key, tuple(seeds), tuple(places))


if __name__ == "__main__":
    main()
