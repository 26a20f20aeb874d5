"""The organizer's tables. Writes happen in `tournaments.domain` only."""

from .encounter import Encounter, EncounterSide
from .entrant import Entrant, EntrantPlayer, Player
from .log import LogRow
from .people import Club, Invitation, Membership, User
from .stage import Group, GroupPlace, Stage
from .table import Keeper, SidesLink, Table, TableLink
from .tournament import RuleBook, Tournament

__all__ = [
    "Club",
    "Encounter",
    "EncounterSide",
    "Entrant",
    "EntrantPlayer",
    "Group",
    "GroupPlace",
    "Invitation",
    "Keeper",
    "LogRow",
    "Membership",
    "Player",
    "RuleBook",
    "SidesLink",
    "Stage",
    "Table",
    "TableLink",
    "Tournament",
    "User",
]
