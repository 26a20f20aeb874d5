"""The plan of each stage: pairing, qualification, order."""

from dataclasses import dataclass
from enum import Enum

from rules.standings.steps import Step
from rules.text import Text


class Format(Enum):
    """The formats of a stage."""

    GROUPS = "groups"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DOUBLE = "double"
    TABLES = "tables"
    FOURS = "fours"

    @property
    def at_four(self) -> bool:
        """Return whether four singles play at a table."""
        return self in (Format.TABLES, Format.FOURS)


@dataclass(frozen=True, slots=True)
class StagePlan:
    """The plan of a stage: name, length of encounters and matches, format with its options.

    ``hands_per_match`` is a limit where penalties end a match, None for no limit.

    ``advance`` of each group or of the table qualify, plus the ``best`` of the next rank across groups; the
    first of a stage that ``crowns`` is champion. ``steps`` are those of its order. With 0 ``rounds``, a Swiss
    system takes the number its field needs. After time is up ``least_hands`` decide a match; 0 if matches are
    always completed.
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
