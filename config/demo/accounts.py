"""Generated passwords are in a file for its owner only."""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournaments.accounts.domain import club_members
from tournaments.enums import Role
from tournaments.log.actor import Actor
from tournaments.models import Club, Membership, User

CLUB = "Yediveren Okey Kulübü"
OWNER = ("Nermin Aksoy", "baskan@yediveren.test")
STAFF = {
    Role.ORGANIZER: ("Cihan Erdem", "organizator@yediveren.test"),
    Role.REFEREE: ("Turgut Şahin", "hakem@yediveren.test"),
    Role.SCOREKEEPER: ("Derya Yıldız", "skor@yediveren.test"),
}


@dataclass(frozen=True)
class Account:
    role: str
    email: str
    password: str


def create_demo_club(*, at: datetime) -> tuple[Club, list[Account]]:
    founder, owner = _register(Role.OWNER, *OWNER)
    invitation = club_members.invite_owner(at=at).invitation
    club = club_members.accept_invitation(invitation=invitation, user=founder, club_name=CLUB, at=at).club
    return club, [owner, *(_join(club, role, founder, at) for role in STAFF)]


def _join(club: Club, role: Role, owner: User, at: datetime) -> Account:
    user, account = _register(role, *STAFF[role])
    issued = club_members.invite_member(club=club, role=role, by=Actor(user=owner, device="demo"), at=at)
    club_members.accept_invitation(invitation=issued.invitation, user=user, club_name="", at=at)
    return account


def _register(role: Role, name: str, email: str) -> tuple[User, Account]:
    password = secrets.token_urlsafe(9)
    return club_members.register_user(email=email, name=name, password=password), Account(
        role, email, password
    )


def organizer_of(club: Club) -> User:
    return Membership.objects.select_related("user").get(club=club, role=Role.ORGANIZER).user


def accounts_file() -> Path:
    if connection.vendor == "sqlite":
        database = Path(str(connection.settings_dict["NAME"]))
        return database.with_name(f"{database.stem}-accounts.json")
    return Path(settings.VAR_DIR) / "demo-accounts.json"


def write_accounts(accounts: list[Account], file: Path) -> None:
    file.unlink(missing_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        json.dump([asdict(account) for account in accounts], stream, indent=1)


def read_accounts(file: Path) -> list[Account]:
    if not file.exists():
        return []
    return [Account(**entry) for entry in json.loads(file.read_text(encoding="utf-8"))]
