from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.access.clubs import managed_clubs
from tournaments.access.rights import ANONYMOUS, Visitor, may_manage, may_rule
from tournaments.enums import Visibility
from tournaments.models import Membership, Tournament, User
from tournaments.models.tournament import TournamentQuerySet


def visible_tournaments(user: Visitor = ANONYMOUS) -> TournamentQuerySet:
    """Return public tournaments, and drafts that the user's memberships in clubs or tournaments cover."""
    if not isinstance(user, User):
        return Tournament.objects.public()
    memberships = Membership.objects.filter(user=user)
    of_clubs, of_tournaments = (
        memberships.filter(tournament=None),
        memberships.filter(tournament__isnull=False),
    )
    by_membership = Q(club__in=of_clubs.values("club")) | Q(pk__in=of_tournaments.values("tournament"))
    return Tournament.objects.filter(
        Q(visibility=Visibility.PUBLIC) | (Q(visibility=Visibility.DRAFT) & by_membership)
    )


def shown_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    return get_object_or_404(
        visible_tournaments(user).select_related("club", "rule_book"), public_id=public_id
    )


def managed_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    tournament = _tournament_or_404(public_id)
    if not may_manage(user, tournament):
        raise Http404
    return tournament


def cloneable_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    """For managers of its whole club."""
    tournament = _tournament_or_404(public_id)
    if not managed_clubs(user).filter(pk=tournament.club_id).exists():
        raise Http404
    return tournament


def refereed_tournament_or_404(user: Visitor, public_id: UUID) -> Tournament:
    tournament = _tournament_or_404(public_id)
    if not may_rule(user, tournament):
        raise Http404
    return tournament


def _tournament_or_404(public_id: UUID) -> Tournament:
    tournaments = Tournament.objects.not_erased().select_related("club", "rule_book")
    return get_object_or_404(tournaments, public_id=public_id)
