"""Counted events of players, for standings and player pages."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

PLAIN_FINISH: Final = "plain"
"""A finish without anything special; special ones are joined by "+"."""


class SeatEventKind(StrEnum):
    OPENED = "opened"
    """How they opened, or that they didn't; missing if not reported."""
    FINISHED = "finished"
    """That they finished the hand, and how."""
    INFRACTION = "infraction"
    """An infraction that counts, by its code."""
    CHARGED = "charged"
    """That they paid by a rule that standings or pages count, by its line."""
    SHOWN = "shown"
    """That they showed something the others pay for."""


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """An event of a seat, and how often; ``what`` is the game's code."""

    seat: str
    kind: SeatEventKind
    what: str
    times: int = 1
