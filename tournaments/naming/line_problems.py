from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class LineProblem(Enum):
    PARTS = "parts"
    HYPHEN = "hyphen"
    SEVERAL = "several"
    NO_LETTER = "no_letter"
    NO_TEXT = "no_text"
    EMPTY_NAME = "empty_name"
    TOO_LONG = "too_long"
    RATING = "rating"
    SEED = "seed"
    POT = "pot"
    PHONE = "phone"
    PAID = "paid"
    SAME_PLAYER = "same_player"
    PAIR_TAKEN = "pair_taken"
    PAIR_TWICE = "pair_twice"
    NAME_TAKEN = "name_taken"
    NAME_TWICE = "name_twice"
    PLAYER_TAKEN = "player_taken"
    PLAYER_TWICE = "player_twice"


class DoubtKind(Enum):
    TITLE = "title"
    REMARK = "remark"


@dataclass(frozen=True)
class LineDoubt:
    """A line with a doubt is entered only if the organizer says so."""

    kind: DoubtKind
    text: str = ""


@dataclass(frozen=True)
class LineError:
    problem: LineProblem
    player: str = ""
    pair: str = ""
    line: int = 0
    cell: str = ""
