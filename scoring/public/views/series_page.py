from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import conditional_page, require_safe

from scoring.public.queries.series_page import read_series_page
from tournaments.access import shown_series_or_404
from tournaments.web.http import PageRequest

EVENINGS_A_PAGE = 20


@require_safe
@conditional_page
def series_page(request: PageRequest, blueprint_id: UUID) -> HttpResponse:
    series = shown_series_or_404(blueprint_id)
    read = read_series_page(series, timezone.localdate(timezone.now(), ZoneInfo(series.club.time_zone)))
    page = Paginator(read.past_tournaments, EVENINGS_A_PAGE).get_page(request.GET.get("page"))
    context = {"series": read.series, "club": series.club, "coming": read.coming_events, "page": page}
    return render(request, "scoring/public/series_events.html", context)
