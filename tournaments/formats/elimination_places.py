from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from .encounter_plan import PlayedEncounter

EliminationRound = tuple[int, ...]


def encounter_losers(encounter: PlayedEncounter) -> list[int]:
    """Return the losers: both in a double walkover, none after a bye."""
    sides = zip(encounter.seeds, encounter.places, strict=True)
    return [seed for seed, place in sides if seed is not None and place not in (None, 1)]


def shared_places(reached: Mapping[int, EliminationRound]) -> list[list[int]]:
    seeds_by_round: defaultdict[EliminationRound, list[int]] = defaultdict(list)
    for seed in sorted(reached):
        seeds_by_round[reached[seed]].append(seed)
    return [seeds_by_round[reached_round] for reached_round in sorted(seeds_by_round, reverse=True)]
