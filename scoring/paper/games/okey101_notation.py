"""Shorthand of a 101 score sheet in neutral spelling: `1`, `d`, `eo`, `-`, `a b2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Final

from django.utils.translation import pgettext

from rules.games.okey101.infractions import INFRACTIONS
from rules.hands import Finish, LastTile, Opening, Outcome
from scoring.paper.games.seat_marks import SEATS, seat_numbers

FOUL_LETTERS: Final[Mapping[str, str]] = dict(zip(INFRACTIONS, ascii_lowercase, strict=False))
"""Infractions' letters, the same in every rule set."""

_ENDS: Final = {Outcome.DECK_EXHAUSTED.value: "d", Outcome.ALL_OPENED_PAIRS.value: "p"}
_OPENINGS: Final = {Opening.NONE: "-", Opening.SERIES: "s", Opening.PAIRS: "p"}


def end_mark(end: str, seats: Sequence[str] = SEATS) -> str:
    return seat_numbers(seats).get(end) or _ENDS.get(end, "")


def finish_mark(finish: Finish, *, pairs: bool = False) -> str:
    thrown = {LastTile.PLAIN: "", LastTile.OKEY: "o", LastTile.DOUBLE_OKEY: "2"}[finish.last_tile]
    return ("p" if pairs else "") + ("e" if finish.direct else "") + thrown


def opening_mark(opening: Opening | None) -> str:
    return "" if opening is None else _OPENINGS[opening]


def fouls_mark(fouls: Mapping[str, int]) -> str:
    written = sorted((FOUL_LETTERS[code], count) for code, count in fouls.items() if count)
    return " ".join(letter if count == 1 else f"{letter}{count}" for letter, count in written)


def mark_label(kind: str, mark: str) -> str:
    """Write a neutral mark in letters of the active language; `kind` “finish” has letters of its own."""
    letters = {
        "p": pgettext("pairs, one letter", "P"),
        "d": pgettext("deck ran out, one letter", "D"),
        "-": "–",
    }
    if kind == "finish":
        letters |= {
            "e": pgettext("direct finish, one letter", "D"),
            "o": pgettext("okey finish, one letter", "O"),
        }
    return "".join(letters.get(letter, letter.upper()) for letter in mark)
