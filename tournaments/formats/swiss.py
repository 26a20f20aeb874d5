from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .encounter_plan import (
    EmptySide,
    EncounterKey,
    FormatSettings,
    Part,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    StageField,
)
from .pairing import Contender, ProgressCallback, pair_round


def default_rounds(entrants: int) -> int:
    return max(entrants - 1, 1).bit_length()


def most_rounds(entrants: int) -> int:
    """Beyond it repeats are unavoidable."""
    return max(entrants - 1, 1)


def stage_round_count(field: StageField, settings: FormatSettings) -> int:
    return settings.rounds or default_rounds(field.entrants)


def build_contenders(field: StageField, played: Sequence[PlayedEncounter]) -> list[Contender]:
    """Return those in play in standings order; an empty chair opposite was a bye."""
    meetings: dict[int, Counter[int]] = {}
    byes: Counter[int] = Counter()
    as_a: Counter[int] = Counter()
    for encounter in played:
        match encounter.seeds:
            case (int(seed_a), int(seed_b)):
                meetings.setdefault(seed_a, Counter())[seed_b] += 1
                meetings.setdefault(seed_b, Counter())[seed_a] += 1
                as_a[seed_a] += 1
            case (int(bye_seed), None) | (None, int(bye_seed)):
                byes[bye_seed] += 1
    points = dict(field.points)
    return [
        Contender(seed, points.get(seed, 0), meetings.get(seed, {}), byes[seed], as_a[seed])
        for seed in field.seeds_in_order
    ]


class Swiss:
    fewest = 2
    seats = 2

    def plan(self, field: StageField, settings: FormatSettings) -> list[PlannedEncounter]:
        """1 against n/2 + 1 and so on, clubs apart where possible; the lowest has the bye."""
        avoided = dict(enumerate(field.seeds_to_avoid, start=1))
        seeds = list(range(1, field.entrants + 1))
        bye = seeds.pop() if len(seeds) % 2 else None
        pairing = pair_round(
            [Contender(seed, meeting_counts=dict.fromkeys(avoided.get(seed, ()), 1)) for seed in seeds]
        )
        return _plan_round(1, [(min(pair), max(pair)) for pair in pairing.pairs], bye)

    def next_round(
        self,
        field: StageField,
        settings: FormatSettings,
        played: Sequence[PlayedEncounter],
        progress: ProgressCallback | None = None,
    ) -> list[PlannedEncounter] | None:
        """Plan the round after the last of `played`; None if none is left, or with too few in play."""
        done = max(encounter.key.round for encounter in played)
        if done >= stage_round_count(field, settings) or len(field.seeds_in_order) < self.fewest:
            return None
        pairing = pair_round(build_contenders(field, played), progress=progress)
        return _plan_round(done + 1, pairing.pairs, pairing.bye)

    def ranking(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[list[int]]:
        return []


def _plan_round(number: int, pairs: Sequence[tuple[int, int]], bye: int | None) -> list[PlannedEncounter]:
    planned = [
        PlannedEncounter(EncounterKey(Part.MAIN, number, position), (Seed(side_a), Seed(side_b)))
        for position, (side_a, side_b) in enumerate(pairs)
    ]
    if bye is not None:
        planned.append(
            PlannedEncounter(EncounterKey(Part.MAIN, number, len(pairs)), (Seed(bye), EmptySide()))
        )
    return planned


SWISS = Swiss()
