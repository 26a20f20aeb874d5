from __future__ import annotations

from hashlib import sha256
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from tournaments.enums import Role
from tournaments.models import Membership, Tournament, User

Visitor = User | AnonymousUser
ANONYMOUS = AnonymousUser()
"""A visitor who has not signed in."""

MANAGERS = (Role.OWNER, Role.ORGANIZER)
REFEREES = (*MANAGERS, Role.REFEREE)


def memberships_for(user: Visitor, tournament: Tournament) -> QuerySet[Membership]:
    """In the club and in the tournament itself."""
    if not isinstance(user, User):
        return Membership.objects.none()
    return Membership.objects.filter(
        Q(tournament=None) | Q(tournament=tournament), user=user, club_id=tournament.club_id
    )


def is_member(user: Visitor, *, tournament: UUID | None = None, club: UUID | None = None) -> bool:
    """In a tournament, or else in a club."""
    if not isinstance(user, User):
        return False
    memberships = Membership.objects.filter(user=user)
    if tournament is None:
        return club is not None and memberships.filter(club__public_id=club).exists()
    by_club = Q(tournament=None, club__tournaments__public_id=tournament)
    return memberships.filter(by_club | Q(tournament__public_id=tournament)).exists()


def may_manage(user: Visitor, tournament: Tournament) -> bool:
    return memberships_for(user, tournament).filter(role__in=MANAGERS).exists()


def may_enter_hands(user: Visitor, tournament: Tournament) -> bool:
    return memberships_for(user, tournament).exists()


def may_rule(user: Visitor, tournament: Tournament) -> bool:
    return memberships_for(user, tournament).filter(role__in=REFEREES).exists()


def roles_in(user: Visitor, tournament: Tournament) -> set[str]:
    return set(memberships_for(user, tournament).values_list("role", flat=True))


def rights_tag(user: Visitor) -> str:
    if not isinstance(user, User):
        return "0"
    memberships = Membership.objects.filter(user=user).order_by("pk").values_list("pk", "role")
    rights = ",".join(f"{key}:{role}" for key, role in memberships)
    return f"{user.pk}.{sha256(rights.encode()).hexdigest()[:12]}"
