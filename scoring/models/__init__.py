"""The ledger and what is read from it.

Writes happen in `ledger`, `standings`, `play` and in the `domain` of the other wings, nowhere else.
"""

from .agreement import Call, Confirmation, WindowsTold
from .bell import Bell
from .hand import Entry, EntrySeat, Hand, SeatDeed, WithheldReason
from .match import Match
from .paper import TypedSheet
from .screen import Notice, RoundClock, ScreenSettings
from .standing import KeptTable, Standing, StandingsSnapshot

__all__ = [
    "Bell",
    "Call",
    "Confirmation",
    "Entry",
    "EntrySeat",
    "Hand",
    "KeptTable",
    "Match",
    "Notice",
    "RoundClock",
    "ScreenSettings",
    "SeatDeed",
    "Standing",
    "StandingsSnapshot",
    "TypedSheet",
    "WindowsTold",
    "WithheldReason",
]
