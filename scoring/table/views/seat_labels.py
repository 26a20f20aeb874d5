from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.seats import side_of
from scoring.queries.player_labels import short_player_names
from tournaments.models import Player

LONG_WORD_LENGTH = 8
"""Longest word of a name in large type."""
POSITIONS = {"A1": "s", "B1": "e", "A2": "n", "B2": "w", "C1": "n", "D1": "w"}
"""Where a seat is drawn; playing order goes counter-clockwise."""


@dataclass(frozen=True)
class SeatPlace:
    code: str

    @property
    def side(self) -> str:
        return side_of(self.code)

    @property
    def position(self) -> str:
        return POSITIONS[self.code]


@dataclass(frozen=True)
class Seat(SeatPlace):
    """`spoken_name` is the full name if two are alike.

    `initials` is an initial or two for narrow places.
    """

    player: Player
    spoken_name: str
    initials: str

    @property
    def size_class(self) -> str:
        """`long` if words need smaller type to stay whole."""
        return "long" if any(len(word) > LONG_WORD_LENGTH for word in self.spoken_name.split()) else ""

    @property
    def name(self) -> str:
        return self.player.name


@dataclass(frozen=True)
class UnnamedSeat(SeatPlace):
    name: str
    spoken_name: str
    initials: str
    size_class: str


@dataclass(frozen=True)
class ChargedSide:
    """`spoken_name` names its players."""

    code: str
    spoken_name: str

    @property
    def side(self) -> str:
        return self.code

    @property
    def name(self) -> str:
        return self.spoken_name


Payer = Seat | ChargedSide
"""Who pays for a hand."""


def build_seats(players: Mapping[str, Player], playing: Sequence[str]) -> list[Seat]:
    if set(players) != set(playing):
        return []
    calls, marks = short_player_names(players), initials_by_seat(players)
    return [Seat(code, players[code], calls[code], marks[code]) for code in playing]


def placeholder_seats(playing: Sequence[str]) -> list[UnnamedSeat]:
    """A phone replaces `{A1.spoken_name}` by the name of A1's player."""
    attributes = ("name", "spoken_name", "initials", "size_class")
    return [UnnamedSeat(code, *(f"{{{code}.{attribute}}}" for attribute in attributes)) for code in playing]


def charged_sides(seats: Sequence[Seat]) -> list[ChargedSide]:
    letters = dict.fromkeys(seat.side for seat in seats)
    return [
        ChargedSide(letter, " – ".join(seat.spoken_name for seat in seats if seat.side == letter))
        for letter in letters
    ]


def initials_by_seat(players: Mapping[str, Player]) -> dict[str, str]:
    """Return each seat's mark, the first that no other has: one initial, two letters or both initials.

    Else that of `_differing_marks`.
    """
    candidates = [
        {seat: player.name[:1] for seat, player in players.items()},
        {seat: player.name[:2] for seat, player in players.items()},
        {seat: player.name[:1] + player.surname[:1] for seat, player in players.items()},
        _differing_marks(players),
    ]
    marks = dict(candidates[-1])
    for candidate in reversed(candidates):
        counts = Counter(candidate.values())
        marks |= {seat: mark for seat, mark in candidate.items() if counts[mark] == 1}
    return marks


def _differing_marks(players: Mapping[str, Player]) -> dict[str, str]:
    """Return the initial with the first letter by which those with it differ, else with a number."""
    marks: dict[str, str] = {}
    for first in {player.name[:1] for player in players.values()}:
        names = {seat: player.name for seat, player in players.items() if player.name[:1] == first}
        columns = zip(*names.values(), strict=False)
        numbers = map(str, range(1, len(names) + 1))
        letters = next((column for column in columns if len({*column}) == len(column)), tuple(numbers))
        marks |= {seat: first + letter for seat, letter in zip(names, letters, strict=True)}
    return marks
