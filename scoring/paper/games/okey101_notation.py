"""Shorthand of a 101 score sheet.

Input takes Turkish or English letters in either case; output has one neutral spelling (`1`, `d`, `eo`, `-`,
`a b2`), so that equal typings compare equal. All parsers raise Unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Final

from django.utils.translation import pgettext

from rules.games.okey101.infractions import INFRACTIONS
from rules.hands import Finish, LastTile, Opening, Outcome
from scoring.paper.domain import SEATS, Unreadable, fold, read_seat, seat_numbers

FOUL_LETTERS: Final[Mapping[str, str]] = dict(zip(INFRACTIONS, ascii_lowercase, strict=False))
"""Infractions' letters, the same in every rule set."""

_ENDS: Final = {Outcome.DECK_EXHAUSTED.value: "d", Outcome.ALL_OPENED_PAIRS.value: "p"}
_OPENINGS: Final = {Opening.NONE: "-", Opening.SERIES: "s", Opening.PAIRS: "p"}
_SPELLED: Final = {
    "end": {"d": "d", "p": "p", "c": "p", "ç": "p"},
    "opening": dict.fromkeys("-–—−n", "-") | {"s": "s"} | dict.fromkeys("pcç", "p"),
    "finish": dict.fromkeys("ed", "e") | {"o": "o", "2": "2"} | dict.fromkeys("pcç", "p"),
}
_LAST_TILES: Final = {
    "": LastTile.PLAIN,
    "o": LastTile.OKEY,
    "2": LastTile.DOUBLE_OKEY,
    "2o": LastTile.DOUBLE_OKEY,
    "oo": LastTile.DOUBLE_OKEY,
}
_FOUL: Final = re.compile(r"([a-z])\s*(\d{0,3})")


def read_end(text: str, seats: Sequence[str] = SEATS) -> str:
    seat = read_seat(text, seats)
    if seat is not None:
        return seat
    marks = {mark: outcome for outcome, mark in _ENDS.items()}
    try:
        return marks[_SPELLED["end"][fold(text)]]
    except KeyError:
        raise Unreadable from None


def end_mark(end: str, seats: Sequence[str] = SEATS) -> str:
    return seat_numbers(seats).get(end) or _ENDS.get(end, "")


def read_finish(text: str) -> tuple[Finish, bool]:
    """Return the finish and whether with pairs; an empty box is plain. Raises Unreadable."""
    try:
        letters = sorted(_SPELLED["finish"][letter] for letter in fold(text) if letter not in " +-–,")
        last = _LAST_TILES["".join(letter for letter in letters if letter in "o2")]
    except KeyError:
        raise Unreadable from None
    if letters.count("e") > 1 or letters.count("p") > 1:
        raise Unreadable
    return Finish(last, direct="e" in letters), "p" in letters


def finish_mark(finish: Finish, *, pairs: bool = False) -> str:
    thrown = {LastTile.PLAIN: "", LastTile.OKEY: "o", LastTile.DOUBLE_OKEY: "2"}[finish.last_tile]
    return ("p" if pairs else "") + ("e" if finish.direct else "") + thrown


def read_opening(text: str) -> Opening | None:
    written = fold(text)
    if not written:
        return None
    marks = {mark: opening for opening, mark in _OPENINGS.items()}
    try:
        return marks[_SPELLED["opening"][written]]
    except KeyError:
        raise Unreadable from None


def opening_mark(opening: Opening | None) -> str:
    return "" if opening is None else _OPENINGS[opening]


def read_fouls(text: str) -> dict[str, int]:
    """Count infractions by code, also those the rules lack. Raises Unreadable."""
    codes = {letter: code for code, letter in FOUL_LETTERS.items()}
    written = re.sub(r"[\s,;+]+", " ", fold(text)).strip()
    if _FOUL.sub("", written).strip():
        raise Unreadable
    counted: dict[str, int] = {}
    for letter, count in _FOUL.findall(written):
        if letter not in codes:
            raise Unreadable
        counted[codes[letter]] = counted.get(codes[letter], 0) + int(count or 1)
    return counted


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
