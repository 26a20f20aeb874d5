"""Who sits at a table, as its pages call and draw him; and who of a table is charged for a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.seats import side_of
from scoring.queries.player_labels import called
from tournaments.models import Player

LONG = 8
"""So many letters a word may have where a name stands large."""
POSITIONS = {"A1": "s", "B1": "e", "A2": "n", "B2": "w", "C1": "n", "D1": "w"}
"""Where a seat is drawn: playing order goes counter-clockwise."""


@dataclass(frozen=True)
class Place:
    """One of the four seats, whoever sits on it."""

    code: str

    @property
    def side(self) -> str:
        return side_of(self.code)

    @property
    def position(self) -> str:
        return POSITIONS[self.code]


@dataclass(frozen=True)
class Seat(Place):
    """A player on a seat; `call` is what the table calls him, his whole name where two are called alike.

    `mark` stands for him where there is room for a letter or two.
    """

    player: Player
    call: str
    mark: str

    @property
    def size(self) -> str:
        """`long` where he is written smaller if there is little room, lest a word of it be broken."""
        return "long" if any(len(word) > LONG for word in self.call.split()) else ""

    @property
    def name(self) -> str:
        return self.player.name


@dataclass(frozen=True)
class UnnamedSeat(Place):
    """A seat of any table: a phone puts in what its own player is called, in place of these."""

    name: str
    call: str
    mark: str
    size: str


@dataclass(frozen=True)
class ChargedSide:
    """A side of a game in which sides are charged and no single players; `call` names all who sit on it."""

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
    """The seats of a table in playing order; none while somebody is missing."""
    if set(players) != set(playing):
        return []
    calls, marks = called(players), marks_of(players)
    return [Seat(code, players[code], calls[code], marks[code]) for code in playing]


def unnamed(playing: Sequence[str]) -> list[UnnamedSeat]:
    """The seats of any table at which these are played: `{A1.call}` stands for what A1 is called."""
    told = ("name", "call", "mark", "size")
    return [UnnamedSeat(code, *(f"{{{code}.{what}}}" for what in told)) for code in playing]


def charged_sides(seats: Sequence[Seat]) -> list[ChargedSide]:
    """The sides that sit on these seats, in their order."""
    letters = dict.fromkeys(seat.side for seat in seats)
    return [
        ChargedSide(letter, " – ".join(seat.call for seat in seats if seat.side == letter))
        for letter in letters
    ]


def marks_of(players: Mapping[str, Player]) -> dict[str, str]:
    """Each player's first letter; two where others share it, first and last initial where they share both."""
    ways = [
        {seat: player.name[:1] for seat, player in players.items()},
        {seat: player.name[:2] for seat, player in players.items()},
        {seat: player.name[:1] + player.surname[:1] for seat, player in players.items()},
    ]
    marks = dict(ways[-1])
    for way in reversed(ways):
        shared = Counter(way.values())
        marks |= {seat: mark for seat, mark in way.items() if shared[mark] == 1}
    return marks
