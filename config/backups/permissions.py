from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from tournaments.enums import Role
from tournaments.models import Club, Membership, User


def may_manage_backups(user: User | AnonymousUser) -> bool:
    """Owners of every club, on SQLite: a backup has all password hashes and sessions."""
    if connection.vendor != "sqlite" or not isinstance(user, User):
        return False
    owned = Membership.objects.filter(user=user, tournament=None, role=Role.OWNER)
    clubs = set(Club.objects.values_list("pk", flat=True))
    return bool(clubs) and clubs == set(owned.values_list("club", flat=True))


def has_no_club() -> bool:
    """The first owner may restore instead."""
    return connection.vendor == "sqlite" and not Club.objects.exists()
