"""Who may do what. Each function fetches a thing for somebody, or answers 404 as if it weren't there.

Owners and organizers manage a club and its tournaments; referees and scorekeepers, too, enter hands. A role
held for one tournament counts for that one only. A table's link enters hands of that table only.
"""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from .domain.actor import Actor
from .enums import Role
from .models import Club, Encounter, Membership, Table, TableLink, Tournament, User

Visitor = User | AnonymousUser

MANAGERS = (Role.OWNER, Role.ORGANIZER)


def memberships_for(user: Visitor, tournament: Tournament) -> QuerySet[Membership]:
    """What a user is in a tournament: by its club, or by itself."""
    if not isinstance(user, User):
        return Membership.objects.none()
    return Membership.objects.filter(
        Q(tournament=None) | Q(tournament=tournament), user=user, club_id=tournament.club_id
    )


def may_manage(user: Visitor, tournament: Tournament) -> bool:
    return memberships_for(user, tournament).filter(role__in=MANAGERS).exists()


def may_enter_hands(user: Visitor, tournament: Tournament) -> bool:
    return memberships_for(user, tournament).exists()


def managed_clubs(user: Visitor) -> QuerySet[Club]:
    """Clubs in which the user may create tournaments, by name."""
    if not isinstance(user, User):
        return Club.objects.none()
    managed = Membership.objects.filter(user=user, tournament=None, role__in=MANAGERS)
    return Club.objects.filter(pk__in=managed.values("club")).order_by("name", "pk")


def managed_club_or_404(user: Visitor, public_id: UUID) -> Club:
    return get_object_or_404(managed_clubs(user), public_id=public_id)


def owned_club_or_404(user: Visitor, public_id: UUID) -> Club:
    """A club whose members the user may change."""
    club = managed_club_or_404(user, public_id)
    owners = club.memberships.filter(tournament=None, role=Role.OWNER)
    if user not in {membership.user for membership in owners.select_related("user")}:
        raise Http404
    return club


def managed_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    tournament = get_object_or_404(
        Tournament.objects.select_related("club", "rule_book"), public_id=public_id
    )
    if not may_manage(user, tournament):
        raise Http404
    return tournament


def managed_encounter_or_404(user: Visitor, public_id: UUID) -> Encounter:
    related = Encounter.objects.select_related("stage__tournament__club", "group", "table")
    encounter = get_object_or_404(related, public_id=public_id)
    if not may_manage(user, encounter.stage.tournament):
        raise Http404
    return encounter


def link_by_token_or_404(token: str) -> TableLink:
    """The valid link of a QR code."""
    return get_object_or_404(_valid_links(token).select_related("table"))


def _valid_links(token: str) -> QuerySet[TableLink]:
    """The link with a token, if it is valid. PostgreSQL can't even be asked for what holds a NUL."""
    if not token.isprintable():
        return TableLink.objects.none()
    return TableLink.objects.filter(token=token, revoked_at=None)


def cookie_name(table_id: UUID) -> str:
    """The cookie that holds a table's token on its phone."""
    return f"table_{table_id.hex}"


def table_or_404(user: Visitor, public_id: UUID, token: str | None, device: str = "") -> tuple[Table, Actor]:
    """A table for its tournament's staff, else for whoever holds its valid link; and as whom they act."""
    related = "tournament__club", "tournament__rule_book"
    if isinstance(user, User):
        table = Table.objects.select_related(*related).filter(public_id=public_id).first()
        if table is not None and may_enter_hands(user, table.tournament):
            return table, Actor(user=user, device=device)
    links = _valid_links(token or "").select_related(*(f"table__{name}" for name in related))
    link = get_object_or_404(links, table__public_id=public_id)
    return link.table, Actor(table_link=link, device=device)
