from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_club_or_404
from tournaments.models import Club, Series, Tournament
from tournaments.refusals import Refused
from tournaments.series.domain import planned_events, series_changes
from tournaments.series.domain.event_dates import (
    ANNOUNCED_PERIOD,
    PROPOSAL_PERIOD,
    SeriesEvent,
    active_series,
    events_of,
    next_open_event,
    prefetch_decided_days,
)
from tournaments.series.forms import SeriesForm, new_series_initial, series_initial
from tournaments.setup.views.template_start import default_of, templates_of
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

LIST_PAGE = "tournaments/series/series_list.html"
SERIES_PAGE = "tournaments/series/series.html"
FORM_PAGE = "tournaments/series/series_form.html"
PAST_PERIOD = timedelta(weeks=8)
_MOST_SOURCES = 20


def today_in(club: Club) -> date:
    return timezone.localdate(timezone.now(), ZoneInfo(club.time_zone))


def series_or_404(club: Club, public_id: UUID) -> Series:
    series_of_club = club.series.select_related("club", "template", "like")
    return get_object_or_404(prefetch_decided_days(series_of_club), public_id=public_id)


def due_events(clubs: Sequence[Club]) -> list[SeriesEvent]:
    """Return each series' next event to create; two queries."""
    all_series = prefetch_decided_days(active_series(clubs)) if clubs else ()
    upcoming = (
        next_open_event(club_series, today=today_in(club_series.club), within=PROPOSAL_PERIOD)
        for club_series in all_series
    )
    return sorted((event for event in upcoming if event), key=lambda event: (event.day, event.series.pk))


@require_safe
def nights(request: PageRequest, club_id: UUID) -> HttpResponse:
    """List open series with their next event, and ended ones, for managers."""
    club = managed_club_or_404(request.user, club_id)
    today = today_in(club)
    all_series = list(prefetch_decided_days(club.series.order_by("ended_at", "pk")))
    rows = [
        (open_series, next_open_event(open_series, today=today))
        for open_series in all_series
        if open_series.ended_at is None
    ]
    ended = [ended_series for ended_series in all_series if ended_series.ended_at is not None]
    return render(request, LIST_PAGE, {"club": club, "rows": rows, "ended_series": ended})


@require_http_methods(["GET", "HEAD", "POST"])
def new_series(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Show the form; POST starts a series, 422 if refused."""
    club = managed_club_or_404(request.user, club_id)
    templates, tournaments = templates_of(club), _tournaments(club)
    proposed = new_series_initial(today_in(club), default_of(templates), next(iter(tournaments), None))
    form = SeriesForm(
        _posted_data(request),
        templates=templates,
        tournaments=tournaments,
        initial=proposed,
        guarded=False,
    )
    context = {"club": club, "form": form}
    if not form.is_bound:
        return render(request, FORM_PAGE, context)
    if not form.is_valid():
        return render_refusal(request, FORM_PAGE, context)
    try:
        started = series_changes.start_series(
            club=club, settings=form.series_settings, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, FORM_PAGE, context)
    messages.success(request, _("The club nights are planned."))
    return see_other("tournaments:series", club.public_id, started.public_id)


@require_safe
def series(request: PageRequest, club_id: UUID, series_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    return render(request, SERIES_PAGE, _series_context(club, series_or_404(club, series_id)))


@require_http_methods(["GET", "HEAD", "POST"])
def change_series(request: PageRequest, club_id: UUID, series_id: UUID) -> HttpResponse:
    """Show the form; POST stores it, 422 if refused."""
    club = managed_club_or_404(request.user, club_id)
    own_series = series_or_404(club, series_id)
    form = SeriesForm(
        _posted_data(request),
        templates=templates_of(club),
        tournaments=_tournaments(club, own_series.like),
        initial=series_initial(own_series),
    )
    context = {"club": club, "series": own_series, "form": form}
    if not form.is_bound:
        return render(request, FORM_PAGE, context)
    if not form.is_valid():
        return render_refusal(request, FORM_PAGE, context)
    try:
        series_changes.change_series(
            series=own_series,
            settings=form.series_settings,
            seen=series_changes.settings_of_series(own_series),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, FORM_PAGE, context)
    messages.success(request, form.with_merged(_("The club nights are saved.")))
    return see_other("tournaments:series", club.public_id, own_series.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def end_series(request: PageRequest, club_id: UUID, series_id: UUID) -> HttpResponse:
    """End the series on POST, then show the list; 422 if refused. GET redirects to the series."""
    club = managed_club_or_404(request.user, club_id)
    own_series = series_or_404(club, series_id)
    if request.method != "POST":
        return see_other("tournaments:series", club.public_id, own_series.public_id)
    try:
        series_changes.end_series(series=own_series, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, SERIES_PAGE, {**_series_context(club, own_series), "refusal": refusal})
    messages.success(request, _("No more of these club nights are planned."))
    return see_other("tournaments:series_list", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def skip_event(request: PageRequest, club_id: UUID, series_id: UUID) -> HttpResponse:
    """Skip the posted `day`, or with `have` undo that; 422 if refused.

    Redirects to the series, also on GET. 404 for an unreadable day.
    """
    club = managed_club_or_404(request.user, club_id)
    own_series = series_or_404(club, series_id)
    if request.method != "POST":
        return see_other("tournaments:series", club.public_id, own_series.public_id)
    try:
        planned_events.skip_event(
            series=own_series,
            day=day_or_404(request.POST.get("day")),
            skip="have" not in request.POST,
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return render_refusal(request, SERIES_PAGE, {**_series_context(club, own_series), "refusal": refusal})
    return see_other("tournaments:series", club.public_id, own_series.public_id)


def day_or_404(typed: str | None) -> date:
    try:
        parsed = parse_date(typed or "")
    except ValueError:
        parsed = None
    if parsed is None:
        raise Http404
    return parsed


def _series_context(club: Club, series: Series) -> dict[str, Any]:
    """Add coming events of ANNOUNCED_PERIOD, past ones of PAST_PERIOD with a tournament, newest first."""
    today = today_in(club)
    events = events_of(series, start=today - PAST_PERIOD, until=today + ANNOUNCED_PERIOD)
    return {
        "club": club,
        "series": series,
        "has_public_tournament": Tournament.objects.public().filter(club=club).exists(),
        "upcoming_events": [event for event in events if event.held_on >= today],
        "next_event": next_open_event(series, today=today),
        "past_events": [event for event in reversed(events) if event.held_on < today and event.tournament],
    }


def _tournaments(club: Club, like: Tournament | None = None) -> list[Tournament]:
    newest = list(Tournament.objects.not_erased().filter(club=club).newest_first()[:_MOST_SOURCES])
    return newest if like is None or like in newest else [*newest, like]


def _posted_data(request: PageRequest) -> Any:
    return request.POST if request.method == "POST" else None
