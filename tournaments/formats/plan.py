"""Types that every format uses: sources, planned encounters and results.

A format knows no database: it plans with seeds (1 is the best) and with places of encounters that it planned
itself, and it reads results as seeds and their places. `FORMATS` in `tournaments.formats.catalogue` lists
them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

MOST_ENTRANTS = 2048


class Part(StrEnum):
    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


@dataclass(frozen=True, order=True)
class Key:
    """Identifies an encounter within its stage: rounds count from 1, positions from 0.

    All parts share one round count: every encounter that feeds another has a lower round.
    """

    part: Part
    round: int
    position: int
    group: int | None = None


@dataclass(frozen=True)
class Seed:
    """The entrant with this number (from 1) among those who play the stage."""

    number: int


@dataclass(frozen=True)
class From:
    """The entrant at this place of another encounter: 1 is the winner, 2 the loser (of four: 1 to 4)."""

    key: Key
    place: int


@dataclass(frozen=True)
class Nobody:
    """An empty chair: the opponent advances without playing (a bye)."""


Source = Seed | From | Nobody


@dataclass(frozen=True)
class Planned:
    key: Key
    sides: tuple[Source, ...]


@dataclass(frozen=True)
class Played:
    """A planned encounter with its known entrants and result.

    `seeds` holds the seed of each side, None for an empty chair or one not known yet. `places` holds the
    place of each side: None for all until it is decided, and 2 for both where a double walkover left no
    winner.
    """

    key: Key
    seeds: tuple[int | None, ...]
    places: tuple[int | None, ...]

    @property
    def decided(self) -> bool:
        return any(place is not None for place in self.places)

    def at(self, place: int) -> int | None:
        return next((seed for seed, own in zip(self.seeds, self.places, strict=True) if own == place), None)


@dataclass(frozen=True)
class Settings:
    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True


@dataclass(frozen=True)
class Field:
    """The entrants of a stage: seeds from 1, in `groups` (seeds by group) where the format has any.

    `standing` holds the seeds still in play, best first, and `points` what each has won, for formats that
    pair from round to round. `apart` holds, by seed, those it should not meet (entrants of one club), where
    avoidable.
    """

    entrants: int
    groups: tuple[tuple[int, ...], ...] = ()
    standing: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    apart: tuple[frozenset[int], ...] = ()


class Format(Protocol):
    fewest: int
    seats: int
    """Sides of an encounter: 2, or 4."""

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        """Plan everything known when the stage is drawn: the whole stage, or its first round."""

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        """Plan what follows once everything planned is decided; None when the stage is over."""

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """Return the seeds in final order, shared places together; undecided places are left out.

        Empty for formats whose order comes from the standings.
        """
