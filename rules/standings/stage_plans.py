"""How each stage of a tournament is played: what meets whom, who goes on, what decides the order."""

from dataclasses import dataclass
from enum import Enum

from rules.standings.steps import Step
from rules.text import Text


class Format(Enum):
    """The ways to play a stage."""

    GROUPS = "groups"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DOUBLE = "double"
    TABLES = "tables"
    FOURS = "fours"

    @property
    def at_four(self) -> bool:
        """Whether four play at a table, each for himself."""
        return self in (Format.TABLES, Format.FOURS)


@dataclass(frozen=True, slots=True)
class StagePlan:
    """How a stage is played: its name, the length of encounters and matches, its format with what was chosen.

    ``hands_per_match`` are at most so many where figures end a match, None where that has no limit.

    ``advance`` go on of each group or of the table, and of the rank below them the ``best`` across
    groups; of a stage that ``crowns`` the first is champion. ``steps`` are those of its order. With
    0 ``rounds`` a Swiss system has as many as its number of entrants asks for. When time is up
    ``least_hands`` decide a match; 0 where matches are always played out.
    """

    name: Text
    best_of: int
    hands_per_match: int | None
    advance: int = 0
    steps: tuple[Step, ...] = ()
    format: Format = Format.KNOCKOUT
    crowns: bool = False
    best: int = 0
    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True
    least_hands: int = 0
