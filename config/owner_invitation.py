from datetime import datetime

from tournaments.accounts.domain.club_members import invite_owner
from tournaments.enums import Role
from tournaments.languages import INVITATIONS_PATH
from tournaments.models import Membership


def has_owner() -> bool:
    return Membership.objects.filter(role=Role.OWNER).exists()


def owner_link(*, address: str, at: datetime) -> str:
    return f"{address}/{INVITATIONS_PATH}{invite_owner(at=at).token}/"
