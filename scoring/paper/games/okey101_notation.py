"""The shorthand of a score sheet of 101: what is written in its boxes, and what is meant.

What is read may be in Turkish or in English letters, capital or small; what is written back is one spelling
that no language owns (`1`, `d`, `eo`, `-`, `a b2`), so that two people who typed the same thing are equal.
`shown` gives the letters of the page's language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Final

from django.utils.translation import pgettext

from rules.games.okey101.infractions import INFRACTIONS
from rules.hands import Finish, LastTile, Opening, Outcome
from scoring.paper.domain.shorthand import SEATS, Unreadable, fold, numbers, read_seat

FOUL_LETTERS: Final[Mapping[str, str]] = dict(zip(INFRACTIONS, ascii_lowercase, strict=False))
"""Every infraction has its letter in every rule set, so that nobody learns them twice."""

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
    """Who finished, as one of these seats, or how the hand ended without; nothing where nothing is written.

    Raises Unreadable.
    """
    seat = read_seat(text, seats)
    if seat is not None:
        return seat
    marks = {mark: outcome for outcome, mark in _ENDS.items()}
    try:
        return marks[_SPELLED["end"][fold(text)]]
    except KeyError:
        raise Unreadable from None


def end_mark(end: str, seats: Sequence[str] = SEATS) -> str:
    return numbers(seats).get(end) or _ENDS.get(end, "")


def read_finish(text: str) -> tuple[Finish, bool]:
    """How a hand was finished, and whether with pairs; nothing written is plain. Raises Unreadable."""
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
    """How a player opened; None where nothing is written. Raises Unreadable."""
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
    """Infractions by code: their letters, each with how often if it was more than once. Raises Unreadable."""
    codes = {letter: code for code, letter in FOUL_LETTERS.items()}
    written = re.sub(r"[\s,;+]+", " ", fold(text)).strip()
    if _FOUL.sub("", written).strip():
        raise Unreadable
    counted: dict[str, int] = {}
    for letter, times in _FOUL.findall(written):
        if letter not in codes:
            raise Unreadable
        counted[codes[letter]] = counted.get(codes[letter], 0) + int(times or 1)
    return counted


def fouls_mark(fouls: Mapping[str, int]) -> str:
    """Infractions as they are written, in the order of their letters."""
    written = sorted((FOUL_LETTERS[code], count) for code, count in fouls.items() if count)
    return " ".join(letter if count == 1 else f"{letter}{count}" for letter, count in written)


def shown(kind: str, mark: str) -> str:
    """A mark of an `end`, a `finish` or an `opening` in the letters of the page's language."""
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
