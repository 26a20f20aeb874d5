"""The running evening, as the organizer sees it."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.officials.queries.hall import read_hall
from scoring.sides.domain.agreement import marks_of
from tournaments.access import managed_tournament_or_404
from tournaments.enums import TournamentState
from tournaments.views.frame import framed
from tournaments.views.http import PageRequest, see_other


@require_safe
def running(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """The evening: tables, encounters, lots. A poll that names the present counter gets nothing new."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if tournament.state == TournamentState.OPEN:
        return see_other("tournaments:entries", tournament.public_id)
    if request.htmx and request.GET.get("seen") == str(tournament.counter):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    now = timezone.now()
    context = framed(
        request,
        tournament,
        "running",
        hall=read_hall(tournament),
        marks=marks_of(tournament, at=now),
        now=now,
    )
    template = "scoring/officials/_hall.html" if request.htmx else "scoring/officials/running.html"
    return render(request, template, context)
