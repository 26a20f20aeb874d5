from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import conditional_page, require_safe

from scoring.sharing.ical import build_calendar
from tournaments.access import hosting_club_or_404, shown_tournament_or_404, visible_tournaments
from tournaments.blueprints.domain.event_dates import (
    SeriesEvent,
    announced_series,
    prefetch_decided_days,
    upcoming_events,
)
from tournaments.models import Blueprint, Club, Tournament
from tournaments.models.tournament import TournamentQuerySet
from tournaments.web.http import PageRequest
from tournaments.web.public_address import public_address

MAX_TOURNAMENTS = 200
"""The number of a club's newest tournaments in its calendar."""


@require_safe
@conditional_page
def tournament_calendar(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Empty for drafts and archived tournaments."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    return _calendar_response(request, tournament.name, _listed_tournaments().filter(pk=tournament.pk))


@require_safe
@conditional_page
def club_calendar(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Return the club's newest MAX_TOURNAMENTS listed tournaments and upcoming series events as iCalendar.

    404 where nothing of the club is public.
    """
    club = hosting_club_or_404(club_id)
    return _calendar_response(
        request,
        club.name,
        _listed_tournaments().filter(club=club).newest_first()[:MAX_TOURNAMENTS],
        _planned_events(club),
    )


def _listed_tournaments() -> TournamentQuerySet:
    return visible_tournaments().filter(archived_at=None).select_related("club", "evening__blueprint")


def _planned_events(club: Club) -> list[SeriesEvent]:
    """Return upcoming announced events without a published tournament.

    Also those called off or dropped, which calendars cross out.
    """
    today = timezone.localdate(timezone.now(), ZoneInfo(club.time_zone))
    every_series = prefetch_decided_days(announced_series(club, today=today)).select_related("club")
    return [
        event
        for series in every_series
        for event in upcoming_events(series, today=today, with_dropped=True)
        if (event.planned or event.called_off) and event.was_announced
    ]


def _calendar_response(
    request: PageRequest,
    name: str,
    tournaments: TournamentQuerySet,
    series_events: Sequence[SeriesEvent] = (),
) -> HttpResponse:
    """Return an inline iCalendar file with absolute links."""
    address = public_address(request)

    def link(tournament: Tournament) -> str:
        return address + reverse("scoring:tournament", args=[tournament.public_id])

    def link_of_series(series: Blueprint) -> str:
        return address + reverse("scoring:series_page", args=[series.public_id])

    calendar = build_calendar(
        name, tournaments, link, series_events=series_events, link_of_series=link_of_series
    )
    response = HttpResponse(calendar, content_type="text/calendar; charset=utf-8")
    file = slugify(name.replace("ı", "i")) or "istaka"
    response["Content-Disposition"] = f'inline; filename="{file}.ics"'
    return response
