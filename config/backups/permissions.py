from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from tournaments.enums import Role
from tournaments.models import Club, Membership, User


def is_laptop() -> bool:
    """A server's backups belong to its administrator."""
    return connection.vendor == "sqlite"


def owns_every_club(user: User | AnonymousUser) -> bool:
    """A backup has everybody's password hashes and sessions."""
    if not isinstance(user, User):
        return False
    owned = Membership.objects.filter(user=user, tournament=None, role=Role.OWNER)
    clubs = set(Club.objects.values_list("pk", flat=True))
    return bool(clubs) and clubs == set(owned.values_list("club", flat=True))


def may_manage_backups(user: User | AnonymousUser) -> bool:
    return is_laptop() and owns_every_club(user)


def has_no_club() -> bool:
    """The first owner may restore instead."""
    return is_laptop() and not Club.objects.exists()
