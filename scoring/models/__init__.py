"""The ledger and what is read from it. Writes happen in `scoring.domain` only."""

from .hand import Entry, EntrySeat, Hand
from .match import Match
from .standing import Standing, StandingsTable

__all__ = ["Entry", "EntrySeat", "Hand", "Match", "Standing", "StandingsTable"]
