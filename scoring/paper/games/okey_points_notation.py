"""Shorthand of a classic Okey sheet, spelled like 101; output is a player's number, `d`, `so`."""

from __future__ import annotations

from typing import Final

from django.utils.translation import pgettext

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish
from rules.hands import LastTile
from scoring.paper.domain import DECK, Unreadable, fold

OKEY: Final = "o"
ONE_COLOUR: Final = "t"
HANDS: Final = {WinningHand.GROUPS: "", WinningHand.PAIRS: "p", WinningHand.ONE_COLOUR_RUN: "s"}
"""The finisher's tiles; runs and sets need no letter."""
_SPELLED: Final = dict.fromkeys("pcç", "p") | dict.fromkeys("sr", "s") | {OKEY: OKEY, ONE_COLOUR: ONE_COLOUR}


def read_finish(text: str) -> Finish:
    """Parse a box; an empty one is plain. Raises Unreadable."""
    try:
        letters = [_SPELLED[letter] for letter in fold(text) if letter not in " +-–,"]
    except KeyError:
        raise Unreadable from None
    hands = [hand for hand, mark in HANDS.items() if mark and mark in letters]
    if len(set(letters)) < len(letters) or len(hands) > 1:
        raise Unreadable
    return Finish(
        hands[0] if hands else WinningHand.GROUPS,
        LastTile.OKEY if OKEY in letters else LastTile.PLAIN,
        one_colour=ONE_COLOUR in letters,
    )


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
