from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.access import managed_tournament_or_404
from tournaments.navigation.tournament_context import framed
from tournaments.web.http import PageRequest

from .details.row_context import Words
from .log_filter import LogFilter
from .log_sentences import described

ROWS_A_PAGE = 50


def log(request: PageRequest, tournament_id: UUID, *, play: Words) -> HttpResponse:
    """Render the log page for the URL of the app that plays; `play` describes its actions."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    wanted = LogFilter(tournament, request.GET, play=play)
    rows = wanted.rows().select_related("user", "table_link__table", "sides_link__table", "keeper")
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        entries = described(list(page), play=play, kinds=wanted.kinds)
    context = framed(request, tournament, "log", page=page, entries=entries, wanted=wanted)
    return render(request, "tournaments/history/log.html", context)
