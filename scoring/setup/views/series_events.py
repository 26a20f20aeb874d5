from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.setup.domain.series_events import create_event, last_event, returning_entrants_of
from scoring.setup.forms import ReturningEntrantsForm
from tournaments.access import managed_club_or_404
from tournaments.models import Series
from tournaments.refusals import Refused
from tournaments.series.domain.event_dates import event_name, next_open_event, tournaments_on_day
from tournaments.series.views import day_or_404, series_or_404, today_in
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE = "scoring/setup/next_series_event.html"


@require_http_methods(["GET", "HEAD", "POST"])
def series_event(request: PageRequest, club_id: UUID, series_id: UUID) -> HttpResponse:
    """Show entrants for `day` (default: next event); POST creates it and redirects to its entry list.

    422 if invalid or refused. Redirect to the series without such a day.
    """
    club = managed_club_or_404(request.user, club_id)
    series = series_or_404(club, series_id)
    day = _day(request, series)
    if day is None:
        return see_other("tournaments:series", club.public_id, series.public_id)
    form = ReturningEntrantsForm(
        request.POST if request.method == "POST" else None, day=day, candidates=returning_entrants_of(series)
    )
    context = _series_event_context(series, day, form)
    if not form.is_bound:
        return render(request, PAGE, context)
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    try:
        tournament = create_event(
            series=series, day=day, entrants=form.coming, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(request, PAGE, {**context, "refusal": refusal})
    messages.success(request, _("“%(name)s” was created as a draft.") % {"name": tournament.name})
    return see_other("tournaments:entries", tournament.public_id)


def _day(request: PageRequest, series: Series) -> date | None:
    text = request.POST.get("day") or request.GET.get("day")
    if text:
        return day_or_404(text)
    coming = next_open_event(series, today=today_in(series.club))
    return coming.day if coming else None


def _series_event_context(series: Series, day: date, form: ReturningEntrantsForm) -> dict[str, Any]:
    """Return the context for creating the event of `day`.

    That is its name, the form, the series' newest event and the club's tournaments that day.
    """
    return {
        "club": series.club,
        "series": series,
        "day": day,
        "name": event_name(series, day),
        "form": form,
        "last": last_event(series),
        "that_day": tournaments_on_day(series.club, day),
    }
