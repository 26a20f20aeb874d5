"""Plays formats that pair round by round; standings by points, then by seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tournaments.formats.encounter_plan import (
    EncounterKey,
    Format,
    FormatSettings,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    StageField,
)

from .play_plan import FormatPlay, decide, enter


@dataclass
class StageRun:
    """A stage in play; the better seed usually wins. `withdrawn` may grow in between."""

    format: Format
    entrants: StageField
    settings: FormatSettings = field(default_factory=FormatSettings)
    known: FormatPlay = field(default_factory=FormatPlay)
    withdrawn: set[int] = field(default_factory=set)
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    @property
    def played(self) -> list[PlayedEncounter]:
        return self.known.results

    def rounds(self) -> Iterator[list[PlannedEncounter]]:
        planned: list[PlannedEncounter] | None = self.format.plan(self.entrants, self.settings)
        while planned:
            yield planned
            enter(self.known, planned)
            decide(self.known, planned, self._choose)
            planned = self.format.next_round(self.now(), self.settings, self.played)

    def now(self) -> StageField:
        points: Counter[int] = Counter()
        for encounter in self.played:
            for seed, place in zip(encounter.seeds, encounter.places, strict=True):
                if seed is not None and place is not None:
                    points[seed] += len(encounter.seeds) - place
        seeds = [seed for seed in range(1, self.entrants.entrants + 1) if seed not in self.withdrawn]
        standing = tuple(sorted(seeds, key=lambda seed: (-points[seed], seed)))
        return replace(self.entrants, seeds_in_order=standing, points=tuple(points.items()))

    def ranking(self) -> list[list[int]]:
        return self.format.ranking(self.now(), self.settings, self.played)

    def _choose(self, _key: EncounterKey, there: Sequence[int]) -> list[int]:
        strength = {seed: self.chance.random() + seed / self.entrants.entrants for seed in there}
        order = sorted(there, key=strength.__getitem__)
        return [order.index(seed) + 1 for seed in there]


def seeds_of(encounter: PlannedEncounter) -> tuple[int | None, ...]:
    return tuple(side.number if isinstance(side, Seed) else None for side in encounter.sides)


def seeds_in_round(planned: list[PlannedEncounter]) -> list[int]:
    return [seed for encounter in planned for seed in seeds_of(encounter) if seed is not None]
