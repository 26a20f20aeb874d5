from dataclasses import dataclass
from enum import Enum

from rules.localized_text import Text
from rules.standings.steps import Step


class Format(Enum):
    GROUPS = "groups"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DOUBLE = "double"
    TABLES = "tables"
    FOURS = "fours"

    @property
    def at_four(self) -> bool:
        return self in (Format.TABLES, Format.FOURS)


@dataclass(frozen=True, slots=True)
class StagePlan:
    """``advance`` of each group qualify, plus the ``best_placed`` of the next rank.

    ``hands_per_match`` None is no limit, 0 ``rounds`` lets a Swiss system choose, ``least_hands`` decide a
    match after time is up.
    """

    name: Text
    best_of: int
    hands_per_match: int | None
    advance: int = 0
    steps: tuple[Step, ...] = ()
    format: Format = Format.KNOCKOUT
    decides_champion: bool = False
    best_placed: int = 0
    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True
    least_hands: int = 0
