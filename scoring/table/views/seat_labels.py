from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.seats import side_of
from scoring.queries.player_labels import call_names
from tournaments.models import Player

LONG = 8
"""Longest word of a name in large type."""
POSITIONS = {"A1": "s", "B1": "e", "A2": "n", "B2": "w", "C1": "n", "D1": "w"}
"""Where a seat is drawn; playing order goes counter-clockwise."""


@dataclass(frozen=True)
class Place:
    code: str

    @property
    def side(self) -> str:
        return side_of(self.code)

    @property
    def position(self) -> str:
        return POSITIONS[self.code]


@dataclass(frozen=True)
class Seat(Place):
    """`call` is the name used at the table, the full name if two are alike.

    `mark` is an initial or two for narrow places.
    """

    player: Player
    call: str
    mark: str

    @property
    def size(self) -> str:
        """`long` if the name needs smaller type to keep its words whole."""
        return "long" if any(len(word) > LONG for word in self.call.split()) else ""

    @property
    def name(self) -> str:
        return self.player.name


@dataclass(frozen=True)
class UnnamedSeat(Place):
    name: str
    call: str
    mark: str
    size: str


@dataclass(frozen=True)
class ChargedSide:
    """`call` names its players."""

    code: str
    call: str

    @property
    def side(self) -> str:
        return self.code

    @property
    def name(self) -> str:
        return self.call


Charged = Seat | ChargedSide
"""Who pays for a hand."""


def seats_taken(players: Mapping[str, Player], playing: Sequence[str]) -> list[Seat]:
    if set(players) != set(playing):
        return []
    calls, marks = call_names(players), marks_of(players)
    return [Seat(code, players[code], calls[code], marks[code]) for code in playing]


def unnamed(playing: Sequence[str]) -> list[UnnamedSeat]:
    """Return placeholder seats: a phone replaces `{A1.call}` by the name of A1's player."""
    attributes = ("name", "call", "mark", "size")
    return [UnnamedSeat(code, *(f"{{{code}.{attribute}}}" for attribute in attributes)) for code in playing]


def charged_sides(seats: Sequence[Seat]) -> list[ChargedSide]:
    letters = dict.fromkeys(seat.side for seat in seats)
    return [
        ChargedSide(letter, " – ".join(seat.call for seat in seats if seat.side == letter))
        for letter in letters
    ]


def marks_of(players: Mapping[str, Player]) -> dict[str, str]:
    """Return each player's initial, two letters, or both initials: the shortest unique one."""
    candidates = [
        {seat: player.name[:1] for seat, player in players.items()},
        {seat: player.name[:2] for seat, player in players.items()},
        {seat: player.name[:1] + player.surname[:1] for seat, player in players.items()},
    ]
    marks = dict(candidates[-1])
    for candidate in reversed(candidates):
        counts = Counter(candidate.values())
        marks |= {seat: mark for seat, mark in candidate.items() if counts[mark] == 1}
    return marks
