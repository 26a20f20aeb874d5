"""Models of the ledger and its derived data.

Only `ledger`, `standings`, `play` and `domain` modules write to them.
"""

from .bell import Bell
from .confirmation import Call, Confirmation, ProtestWindowSweep
from .hand import Entry, EntrySeat, EntrySeatEvent, Hand, WithheldReason
from .match import Match
from .screen import Notice, RoundClock, ScreenSettings
from .standing import Standing, StandingsCache, StandingsSnapshot
from .typed_sheet import TypedSheet

__all__ = [
    "Bell",
    "Call",
    "Confirmation",
    "Entry",
    "EntrySeat",
    "EntrySeatEvent",
    "Hand",
    "Match",
    "Notice",
    "ProtestWindowSweep",
    "RoundClock",
    "ScreenSettings",
    "Standing",
    "StandingsCache",
    "StandingsSnapshot",
    "TypedSheet",
    "WithheldReason",
]
