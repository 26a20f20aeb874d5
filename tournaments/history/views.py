from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.access import managed_tournament_or_404
from tournaments.navigation.tournament_context import organizer_context
from tournaments.web.http import PageRequest

from .log_actions import PlayLog
from .log_filter import LogFilter
from .log_sentences import describe_rows

ROWS_A_PAGE = 50


def log(request: PageRequest, tournament_id: UUID, *, play: PlayLog) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    log_filter = LogFilter(tournament, request.GET, play=play)
    rows = log_filter.rows().select_related("user", "table_link__table", "sides_link__table", "keeper")
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        entries = describe_rows(list(page), play=play)
    context = organizer_context(request, tournament, "log", page=page, entries=entries, log_filter=log_filter)
    return render(request, "tournaments/history/log.html", context)
