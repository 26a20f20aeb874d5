from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tournaments.formats.encounter_plan import (
    EncounterKey,
    Format,
    FormatSettings,
    FromEncounter,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    Source,
    StageField,
)

Choose = Callable[[EncounterKey, Sequence[int]], Sequence[int]]
"""Chooses the places of an encounter's entrants, in the order of its sides; all 2 is a double walkover."""

Standing = Callable[[Sequence[PlayedEncounter]], tuple[int, ...]]
"""Returns the seeds still in play, best first."""


@dataclass
class FormatPlay:
    planned: dict[EncounterKey, PlannedEncounter] = field(default_factory=dict)
    played: dict[EncounterKey, PlayedEncounter] = field(default_factory=dict)
    rounds_planned: list[list[EncounterKey]] = field(default_factory=list)

    @property
    def results(self) -> list[PlayedEncounter]:
        return list(self.played.values())

    @property
    def contested_encounters(self) -> list[PlayedEncounter]:
        return [encounter for encounter in self.results if len(present(encounter)) > 1]

    @property
    def last(self) -> PlayedEncounter:
        return max(self.results, key=lambda encounter: encounter.key.round)


def present(encounter: PlayedEncounter) -> list[int]:
    return [seed for seed in encounter.seeds if seed is not None]


def play(
    format: Format,  # noqa: A002 - what it is
    entrants: StageField,
    settings: FormatSettings,
    choose: Choose,
    standing: Standing | None = None,
) -> FormatPlay:
    """Play until the format plans nothing more; `choose` is called for two entrants or more.

    Before each further round `standing` returns those left.
    """
    known = FormatPlay()
    next_plan: list[PlannedEncounter] | None = format.plan(entrants, settings)
    while next_plan is not None:
        assert next_plan, "a round without encounters"
        enter(known, next_plan)
        decide(known, next_plan, choose)
        if standing:
            entrants = replace(entrants, seeds_in_order=standing(known.results))
        next_plan = format.next_round(entrants, settings, known.results)
    return known


def enter(known: FormatPlay, planned: Iterable[PlannedEncounter]) -> None:
    """Store a plan; no encounter may be planned twice."""
    listed = list(planned)
    for encounter in listed:
        assert encounter.key not in known.planned, f"planned twice: {encounter.key}"
        known.planned[encounter.key] = encounter
    known.rounds_planned.append([encounter.key for encounter in listed])


def decide(known: FormatPlay, planned: Iterable[PlannedEncounter], choose: Choose) -> None:
    for encounter in sorted(planned, key=lambda encounter: encounter.key.round):
        seeds = tuple(seed_from(known, source) for source in encounter.sides)
        known.played[encounter.key] = PlayedEncounter(
            encounter.key, seeds, _places(encounter.key, seeds, choose)
        )


def seed_from(known: FormatPlay, source: Source) -> int | None:
    """Return the entrant from a decided source; a double walkover sends nobody on."""
    if isinstance(source, Seed):
        return source.number
    if isinstance(source, FromEncounter):
        fed = known.played[source.key]  # a KeyError here means that a source was not played before
        return None if is_double_walkover(fed) else fed.seed_at_place(source.place)
    return None


def is_double_walkover(encounter: PlayedEncounter) -> bool:
    return len(encounter.seeds) == 2 and encounter.places == (2, 2)


def _places(key: EncounterKey, seeds: Sequence[int | None], choose: Choose) -> tuple[int | None, ...]:
    present_seeds = [seed for seed in seeds if seed is not None]
    if len(present_seeds) == 0:
        return tuple(2 for _seed in seeds)
    chosen = iter(choose(key, present_seeds) if len(present_seeds) > 1 else [1])
    empty = iter(range(len(present_seeds) + 1, len(seeds) + 1))
    return tuple(next(empty) if seed is None else next(chosen) for seed in seeds)


def better_seed_wins(key: EncounterKey, there: Sequence[int]) -> list[int]:
    return [sorted(there).index(seed) + 1 for seed in there]


def random_places(rng: random.Random, *, double_walkovers: float = 0.0) -> Choose:
    """Return random places; with this probability an encounter of two has no winner."""

    def choose(key: EncounterKey, there: Sequence[int]) -> list[int]:
        if len(there) == 2 and rng.random() < double_walkovers:
            return [2, 2]
        return rng.sample(range(1, len(there) + 1), len(there))

    return choose
