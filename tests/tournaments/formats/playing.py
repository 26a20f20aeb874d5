"""Plays a format from its plan to its end: seeds, empty chairs and the places that a test chooses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tournaments.formats.plan import Field, Format, From, Key, Planned, Played, Seed, Settings, Source

Choose = Callable[[Key, Sequence[int]], Sequence[int]]
"""Places of those who sit at an encounter, in the order of its sides; all 2 is a double walkover."""

Standing = Callable[[Sequence[Played]], tuple[int, ...]]
"""The seeds still in play after what was played, best first."""


@dataclass
class Play:
    """All that was planned and what came of it, by key; `rounds_planned` are the keys plan by plan."""

    planned: dict[Key, Planned] = field(default_factory=dict)
    played: dict[Key, Played] = field(default_factory=dict)
    rounds_planned: list[list[Key]] = field(default_factory=list)

    @property
    def results(self) -> list[Played]:
        return list(self.played.values())

    @property
    def real(self) -> list[Played]:
        """Encounters that were played, or could have been: nobody's chair was empty where two sat."""
        return [one for one in self.results if len(present(one)) > 1]

    @property
    def last(self) -> Played:
        return max(self.results, key=lambda one: one.key.round)


def present(encounter: Played) -> list[int]:
    """The seeds of those who sit there."""
    return [seed for seed in encounter.seeds if seed is not None]


def play(
    format: Format,  # noqa: A002 - what it is
    entrants: Field,
    settings: Settings,
    choose: Choose,
    standing: Standing | None = None,
) -> Play:
    """Play everything until the format wants nothing more; `choose` is asked only where two or more sit.

    Before each further round `standing` gives who is left; without it `entrants.standing` stays as it is.
    """
    known = Play()
    more: list[Planned] | None = format.plan(entrants, settings)
    while more is not None:
        assert more, "a round without encounters"
        enter(known, more)
        decide(known, more, choose)
        if standing:
            entrants = replace(entrants, standing=standing(known.results))
        more = format.next_round(entrants, settings, known.results)
    return known


def enter(known: Play, planned: Iterable[Planned]) -> None:
    """Keep a plan; no encounter may be planned twice."""
    listed = list(planned)
    for one in listed:
        assert one.key not in known.planned, f"planned twice: {one.key}"
        known.planned[one.key] = one
    known.rounds_planned.append([one.key for one in listed])


def decide(known: Play, planned: Iterable[Planned], choose: Choose) -> None:
    """Play what was planned, whatever feeds an encounter before it."""
    for one in sorted(planned, key=lambda one: one.key.round):
        seeds = tuple(sitting(known, source) for source in one.sides)
        known.played[one.key] = Played(one.key, seeds, _places(one.key, seeds, choose))


def sitting(known: Play, source: Source) -> int | None:
    """Who comes from a source that is decided; a double walkover sends nobody on, not even a loser."""
    if isinstance(source, Seed):
        return source.number
    if isinstance(source, From):
        fed = known.played[source.key]  # a KeyError here means that it is fed by something not played before
        return None if is_double_walkover(fed) else fed.at(source.place)
    return None


def is_double_walkover(encounter: Played) -> bool:
    return len(encounter.seeds) == 2 and encounter.places == (2, 2)


def _places(key: Key, seeds: Sequence[int | None], choose: Choose) -> tuple[int | None, ...]:
    """The chosen ones of those who sit there; empty chairs come after them, level where nobody sits."""
    there = [seed for seed in seeds if seed is not None]
    if len(there) == 0:
        return tuple(2 for _seed in seeds)
    chosen = iter(choose(key, there) if len(there) > 1 else [1])
    empty = iter(range(len(there) + 1, len(seeds) + 1))
    return tuple(next(empty) if seed is None else next(chosen) for seed in seeds)


def the_better_wins(key: Key, there: Sequence[int]) -> list[int]:
    """Places by seed: 1 beats everybody."""
    return [sorted(there).index(seed) + 1 for seed in there]


def by_chance(rng: random.Random, *, double_walkovers: float = 0.0) -> Choose:
    """Any places; where two sit, with this probability none wins."""

    def choose(key: Key, there: Sequence[int]) -> list[int]:
        if len(there) == 2 and rng.random() < double_walkovers:
            return [2, 2]
        return rng.sample(range(1, len(there) + 1), len(there))

    return choose
