"""Only `domain` modules write to these models."""

from .account import AccountLink, Passkey, PasswordRequest, RecoveryCode, SecondStep, SessionRecord
from .attempts import AttemptCounter
from .blueprint import Blueprint, Evening
from .check_in import CheckIn
from .encounter import Encounter, EncounterSide
from .entrant import Anonymising, Entrant, EntrantPlayer, Player
from .group import CrossGroupPlace, Group, GroupPlace, TieDecision
from .log import LogRow
from .logo import ClubLogo
from .mail import Mail
from .pairing import RoundJob
from .partner import PartnerRequest
from .people import Club, Invitation, Membership, User
from .person_card import PersonCard
from .sign_up import Application, SignUp
from .stage import Draw, Feed, Stage
from .table import Keeper, SidesLink, Table, TableLink
from .tournament import RuleBook, Tournament

__all__ = [
    "AccountLink",
    "Anonymising",
    "Application",
    "AttemptCounter",
    "Blueprint",
    "CheckIn",
    "Club",
    "ClubLogo",
    "CrossGroupPlace",
    "Draw",
    "Encounter",
    "EncounterSide",
    "Entrant",
    "EntrantPlayer",
    "Evening",
    "Feed",
    "Group",
    "GroupPlace",
    "Invitation",
    "Keeper",
    "LogRow",
    "Mail",
    "Membership",
    "PartnerRequest",
    "Passkey",
    "PasswordRequest",
    "PersonCard",
    "Player",
    "RecoveryCode",
    "RoundJob",
    "RuleBook",
    "SecondStep",
    "SessionRecord",
    "SidesLink",
    "SignUp",
    "Stage",
    "Table",
    "TableLink",
    "TieDecision",
    "Tournament",
    "User",
]
