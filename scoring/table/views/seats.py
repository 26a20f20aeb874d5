"""Who sits at a table, as its pages call and draw him; and who of a table is charged for a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.seats import side_of
from scoring.reading.called import called
from tournaments.models import Player

LONG = 8
"""So many letters a word may have where a name stands large."""
POSITIONS = {"A1": "s", "B1": "e", "A2": "n", "B2": "w", "C1": "n", "D1": "w"}
"""Where a seat is drawn: playing order goes counter-clockwise."""


@dataclass(frozen=True)
class Seat:
    """A player on a seat; `call` is what the table calls him, his whole name where two are called alike.

    `mark` stands for him where there is room for a letter or two.
    """

    code: str
    player: Player
    call: str
    mark: str

    @property
    def side(self) -> str:
        return side_of(self.code)

    @property
    def long(self) -> bool:
        """Whether it is written smaller where there is little room, lest a word of it be broken."""
        return any(len(word) > LONG for word in self.call.split())

    @property
    def position(self) -> str:
        return POSITIONS[self.code]

    @property
    def name(self) -> str:
        return self.player.name


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
