"""Calendars to subscribe to: the days of one tournament, and of all that a club holds."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import conditional_page, require_safe

from scoring.share.texts.calendar import calendar_of
from tournaments.access import hosting_club_or_404, shown_to, shown_tournament_or_404
from tournaments.models import Tournament
from tournaments.models.tournament import TournamentQuerySet
from tournaments.views.address import public_address
from tournaments.views.http import PageRequest

NEWEST = 200
"""So many of a club's tournaments are in its calendar."""


@require_safe
@conditional_page
def tournament_calendar(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """The days of one; nothing stands in it as long as it is a draft, or put away."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    return _calendar(request, tournament.name, _listed().filter(pk=tournament.pk))


@require_safe
@conditional_page
def club_calendar(request: PageRequest, club_id: UUID) -> HttpResponse:
    """All that everybody sees of a club's, but for what was put away. Not found where that is nothing."""
    club = hosting_club_or_404(club_id)
    return _calendar(request, club.name, _listed().filter(club=club).newest_first()[:NEWEST])


def _listed() -> TournamentQuerySet:
    return shown_to().filter(put_away_at=None).select_related("club")


def _calendar(request: PageRequest, name: str, tournaments: TournamentQuerySet) -> HttpResponse:
    address = public_address(request)

    def link(tournament: Tournament) -> str:
        return address + reverse("scoring:tournament", args=[tournament.public_id])

    response = HttpResponse(calendar_of(name, tournaments, link), content_type="text/calendar; charset=utf-8")
    file = slugify(name.replace("ı", "i")) or "istaka"
    response["Content-Disposition"] = f'inline; filename="{file}.ics"'
    return response
