"""Models of the ledger and its derived data.

Only `ledger`, `standings`, `play` and `domain` modules write to them.
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
