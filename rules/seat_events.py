"""For standings and player pages."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

PLAIN_FINISH: Final = "plain"
"""Special finishes are joined by "+"."""


class SeatEventKind(StrEnum):
    OPENED = "opened"
    """How, or that they didn't; missing if not reported."""
    FINISHED = "finished"
    INFRACTION = "infraction"
    """One that counts, by code."""
    CHARGED = "charged"
    """By a rule that standings or pages count, by line."""
    SHOWN = "shown"
    """Something the others pay for."""


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """``what`` is the game's code."""

    seat: str
    kind: SeatEventKind
    what: str
    times: int = 1
