"""The history of a tournament: who did what, and when."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from tournaments.access import managed_tournament_or_404
from tournaments.models import LogRow

from .frame import framed
from .http import PageRequest
from .log_words import described
from .particulars.told import Words

ROWS_A_PAGE = 50


def log(request: PageRequest, tournament_id: UUID, *, play: Words) -> HttpResponse:
    """The page, for an address of the app that plays; `play` are the words for what is done there."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    rows = (
        LogRow.objects.filter(tournament=tournament)
        .select_related("user", "table_link__table", "sides_link__table", "keeper")
        .order_by("-pk")
    )
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = framed(request, tournament, "log", page=page, entries=described(list(page), play=play))
    return render(request, "tournaments/log.html", context)
