from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.access.rights import MANAGERS, Visitor, is_member
from tournaments.enums import Role
from tournaments.models import Blueprint, Club, Membership, Player, Tournament, User


def managed_clubs(user: Visitor) -> QuerySet[Club]:
    if not isinstance(user, User):
        return Club.objects.none()
    managed = Membership.objects.filter(user=user, tournament=None, role__in=MANAGERS)
    return Club.objects.filter(pk__in=managed.values("club")).order_by("pk")


def managed_club_or_404(user: Visitor, public_id: UUID) -> Club:
    return get_object_or_404(managed_clubs(user), public_id=public_id)


def owns_club(user: Visitor, club: Club) -> bool:
    ownerships = Membership.objects.filter(club=club, tournament=None, role=Role.OWNER)
    return isinstance(user, User) and ownerships.filter(user=user).exists()


def owned_clubs(user: Visitor) -> QuerySet[Club]:
    managed = managed_clubs(user)
    if not isinstance(user, User):
        return managed
    owned = Membership.objects.filter(user=user, tournament=None, role=Role.OWNER)
    return managed.filter(pk__in=owned.values("club"))


def owned_club_or_404(user: Visitor, public_id: UUID) -> Club:
    return get_object_or_404(owned_clubs(user), public_id=public_id)


def person_or_404(user: Visitor, club_id: UUID, player_id: UUID) -> Player:
    """For managers of the whole club; also aliases."""
    club = managed_club_or_404(user, club_id)
    players = Player.objects.filter(club=club, anonymous_as=None).select_related("club", "same_as__club")
    return get_object_or_404(players, public_id=player_id)


def hosting_club_or_404(public_id: UUID) -> Club:
    hosts = Club.objects.filter(pk__in=Tournament.objects.public().values("club"))
    return get_object_or_404(hosts, public_id=public_id)


def club_with_logo_or_404(user: Visitor, public_id: UUID) -> tuple[Club, bool]:
    """Return also whether visitors may see it."""
    clubs = Club.objects.exclude(logo="")
    public_club = clubs.filter(pk__in=Tournament.objects.public().values("club"), public_id=public_id).first()
    if public_club is not None:
        return public_club, True
    if not is_member(user, club=public_id):
        raise Http404
    return get_object_or_404(clubs, public_id=public_id), False


def shown_series_or_404(public_id: UUID) -> Blueprint:
    """The club has a public tournament."""
    hosts = Tournament.objects.public().values("club")
    series = Blueprint.objects.series().select_related("club")
    return get_object_or_404(series, club__in=hosts, public_id=public_id)
