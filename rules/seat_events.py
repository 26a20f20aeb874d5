"""The counted events of a hand's players beside points, a row for each.

Each game defines its events. Standings and player pages add them up.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

PLAIN_FINISH: Final = "plain"
"""A finish without anything special; special ones are joined by "+"."""


class SeatEventKind(StrEnum):
    """What a player did."""

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
    """An event of the player on a seat, and how often; ``what`` is a code of the game."""

    seat: str
    kind: SeatEventKind
    what: str
    times: int = 1
