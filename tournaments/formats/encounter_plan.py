"""Formats plan with seeds (1 is best) and places of their own encounters."""

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
class EncounterKey:
    """Rounds count from 1, positions from 0.

    An encounter that feeds another has a lower round, in any part.
    """

    part: Part
    round: int
    position: int
    group: int | None = None


@dataclass(frozen=True)
class Seed:
    number: int


@dataclass(frozen=True)
class FromEncounter:
    """Place 1 is the winner, 2 the loser (of four: 1 to 4)."""

    key: EncounterKey
    place: int


@dataclass(frozen=True)
class EmptySide:
    """The opponent advances without playing (a bye)."""


Source = Seed | FromEncounter | EmptySide


@dataclass(frozen=True)
class PlannedEncounter:
    key: EncounterKey
    sides: tuple[Source, ...]


@dataclass(frozen=True)
class PlayedEncounter:
    """`seeds` has None for an empty chair or an unknown entrant.

    `places` is None for all until decided, and 2 for both after a double walkover.
    """

    key: EncounterKey
    seeds: tuple[int | None, ...]
    places: tuple[int | None, ...]

    @property
    def decided(self) -> bool:
        return any(place is not None for place in self.places)

    def seed_at_place(self, place: int) -> int | None:
        return next(
            (seed for seed, own_place in zip(self.seeds, self.places, strict=True) if own_place == place),
            None,
        )


@dataclass(frozen=True)
class FormatSettings:
    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True


@dataclass(frozen=True)
class StageField:
    """`seeds_in_order` are still in play, best first, `points` their wins.

    `seeds_to_avoid`: by seed.
    """

    entrants: int
    groups: tuple[tuple[int, ...], ...] = ()
    seeds_in_order: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    seeds_to_avoid: tuple[frozenset[int], ...] = ()


class Format(Protocol):
    fewest: int
    seats: int
    """Sides of an encounter: 2, or 4."""

    def plan(self, field: StageField, settings: FormatSettings) -> list[PlannedEncounter]:
        """Plan all that is known at the draw."""

    def next_round(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[PlannedEncounter] | None:
        """None when the stage is over."""

    def ranking(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[list[int]]:
        """Seeds in final order, shared places together, without undecided places.

        Empty for formats whose order comes from the standings.
        """
