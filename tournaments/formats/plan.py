"""A format knows no database: it plans with seeds (1 is the best) and places of its own encounters."""

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

    Every encounter that feeds another has a lower round, in any part.
    """

    part: Part
    round: int
    position: int
    group: int | None = None


@dataclass(frozen=True)
class Seed:
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
    """`seeds` has None for an empty chair or an unknown entrant.

    `places` is None for all until decided, and 2 for both after a double walkover.
    """

    key: Key
    seeds: tuple[int | None, ...]
    places: tuple[int | None, ...]

    @property
    def decided(self) -> bool:
        return any(place is not None for place in self.places)

    def at(self, place: int) -> int | None:
        return next(
            (seed for seed, own_place in zip(self.seeds, self.places, strict=True) if own_place == place),
            None,
        )


@dataclass(frozen=True)
class Settings:
    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True


@dataclass(frozen=True)
class Field:
    """The entrants of a stage: seeds from 1.

    `standing` has the seeds still in play, best first, `points` their wins, `apart`, by seed, those to avoid.
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
        """Plan everything known when the stage is drawn."""

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        """Plan what follows once everything planned is decided; None when the stage is over."""

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """Return the seeds in final order, shared places together, without undecided places.

        Empty for formats whose order comes from the standings.
        """
