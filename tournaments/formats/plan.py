"""The words in which every format says who meets whom: sources, planned encounters, and what came of them.

A format knows no database: it plans with seeds (1 is the best) and with places of encounters that it planned
itself, and it reads results back as entrants and their places. `FORMATS` in `tournaments.formats.catalogue`
lists them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

MOST_ENTRANTS = 2048


class Part(StrEnum):
    """Which part of a stage an encounter belongs to."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


@dataclass(frozen=True, order=True)
class Key:
    """Names an encounter within its stage: rounds count from 1, positions from 0.

    Rounds of all parts share one clock: whatever feeds an encounter has a lower round.
    """

    part: Part
    round: int
    position: int
    group: int | None = None


@dataclass(frozen=True)
class Seed:
    """The entrant with this number among those who play the stage, from 1."""

    number: int


@dataclass(frozen=True)
class From:
    """Whoever ends at this place of another encounter: 1 is the winner, 2 the loser (of four: 1 to 4)."""

    key: Key
    place: int


@dataclass(frozen=True)
class Nobody:
    """An empty chair: whoever sits opposite advances without playing (a bye)."""


Source = Seed | From | Nobody


@dataclass(frozen=True)
class Planned:
    """An encounter that a format wants played: two sides, or four at a table of singles."""

    key: Key
    sides: tuple[Source, ...]


@dataclass(frozen=True)
class Played:
    """A planned encounter with what is known of it.

    `seeds` are the seeds of its sides, None where nobody sits or nobody is known yet; `places` the place of
    each side, None for all until it is decided, and 2 for both where a double walkover left no winner.
    """

    key: Key
    seeds: tuple[int | None, ...]
    places: tuple[int | None, ...]

    @property
    def decided(self) -> bool:
        return any(place is not None for place in self.places)

    def at(self, place: int) -> int | None:
        """The seed that ended at this place."""
        return next((seed for seed, own in zip(self.seeds, self.places, strict=True) if own == place), None)


@dataclass(frozen=True)
class Settings:
    """What an organizer chooses of a format; each format reads its own and ignores the rest."""

    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True


@dataclass(frozen=True)
class Field:
    """Who plays: `entrants` seeds from 1, in `groups` (seeds by group) where the format has any.

    `standing` are the seeds still in play, best first, and `points` what each has won, for formats that
    pair from round to round; `apart` names for a seed whom it should not meet (people of one club), where
    avoidable.
    """

    entrants: int
    groups: tuple[tuple[int, ...], ...] = ()
    standing: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    apart: tuple[frozenset[int], ...] = ()


class Format(Protocol):
    """One way to play a stage."""

    fewest: int
    """Entrants it needs."""

    seats: int
    """Sides of an encounter: 2, or 4."""

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        """What is known when the stage is drawn: all of it, or the first round."""

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        """What follows once everything planned so far is decided; None when the stage is over."""

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """The seeds in final order, those who share a place together; what is not decided yet is left out.

        Empty for formats whose order comes from a table of standings.
        """
