"""Who may manage backups on a club's laptop."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from tournaments.enums import Role
from tournaments.models import Club, Membership, User


def may_manage_backups(user: User | AnonymousUser) -> bool:
    """Whether a user may see, request and download backups: on SQLite, owners of every club.

    A backup contains everybody's e-mail addresses, password hashes and sessions. On servers, operators use
    the command line.
    """
    if connection.vendor != "sqlite" or not isinstance(user, User):
        return False
    owned = Membership.objects.filter(user=user, tournament=None, role=Role.OWNER)
    clubs = set(Club.objects.values_list("pk", flat=True))
    return bool(clubs) and clubs == set(owned.values_list("club", flat=True))


def has_no_club() -> bool:
    """Whether this laptop is still empty, so its first owner may restore a backup instead."""
    return connection.vendor == "sqlite" and not Club.objects.exists()
