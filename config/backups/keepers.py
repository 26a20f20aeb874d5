"""Who looks after a house: where it is one club's laptop, whoever owns all that is in it."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from tournaments.enums import Role
from tournaments.models import Club, Membership, User


def looks_after_house(user: User | AnonymousUser) -> bool:
    """Whether somebody may hear of backups, ask for one and take one away with him.

    A backup holds everybody's addresses, password digests and sessions: he has to own every club of the
    house. A server's house is looked after by who runs it, from the command line.
    """
    if connection.vendor != "sqlite" or not isinstance(user, User):
        return False
    owned = Membership.objects.filter(user=user, tournament=None, role=Role.OWNER)
    clubs = set(Club.objects.values_list("pk", flat=True))
    return bool(clubs) and clubs == set(owned.values_list("club", flat=True))


def is_unfounded() -> bool:
    """Whether this laptop's house is still empty: then its first owner may restore a backup instead."""
    return connection.vendor == "sqlite" and not Club.objects.exists()
