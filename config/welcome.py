"""What the console says to whoever starts Istaka."""

from datetime import datetime

from tournaments.accounts.domain.club_members import invite_owner
from tournaments.enums import Role
from tournaments.languages import INVITATIONS
from tournaments.models import Membership


def has_owner() -> bool:
    """Tell whether anybody owns a club here."""
    return Membership.objects.filter(role=Role.OWNER).exists()


def owner_link(*, address: str, at: datetime) -> str:
    """Return a new one-time link, under `address`, by which somebody founds a club and owns it."""
    return f"{address}/{INVITATIONS}{invite_owner(at=at).token}/"
