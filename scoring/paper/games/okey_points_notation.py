"""Shorthand of a classic Okey sheet: a player's number, `d`, `so`."""

from __future__ import annotations

from typing import Final

from django.utils.translation import pgettext

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish
from rules.hands import LastTile
from scoring.paper.games.seat_marks import DECK

OKEY: Final = "o"
ONE_COLOUR: Final = "t"
HANDS: Final = {WinningHand.GROUPS: "", WinningHand.PAIRS: "p", WinningHand.ONE_COLOUR_RUN: "s"}
"""The finisher's tiles; runs and sets need no letter."""


def finish_mark(finish: Finish) -> str:
    okey = OKEY if finish.last_tile is LastTile.OKEY else ""
    return HANDS[finish.hand] + okey + (ONE_COLOUR if finish.one_colour else "")


def mark_label(part: str, mark: str) -> str:
    letters = {DECK: pgettext("deck ran out, one letter", "D")}
    if part == "finish":
        letters |= {
            "p": pgettext("pairs, one letter", "P"),
            "s": pgettext("run of one colour, one letter", "R"),
            "t": pgettext("all of one colour, one letter", "T"),
        }
    return "".join(letters.get(letter, letter.upper()) for letter in mark)
