from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.officials.queries.bell_rounds import rounds_at_bell
from scoring.officials.queries.room_overview import read_room_overview
from scoring.officials.views.call_tags import calls_waiting
from tournaments.access import managed_tournament_or_404
from tournaments.enums import TournamentState
from tournaments.navigation.tournament_context import organizer_context
from tournaments.web.http import PageRequest, see_other

SECONDS_A_MINUTE = 60


@require_safe
def running(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the room; before the draw redirect to the entries.

    Polls get a fragment; with the current counter 204 for up to a minute: then times are old.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if tournament.state == TournamentState.OPEN:
        return see_other("tournaments:entries", tournament.public_id)
    now = timezone.now()
    rendered_minute = str(int(now.timestamp()) // SECONDS_A_MINUTE)
    unchanged = (
        request.GET.get("seen") == str(tournament.counter)
        and request.GET.get("drawn", rendered_minute) == rendered_minute
    )
    if request.htmx and unchanged:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    overview = read_room_overview(tournament, at=now)
    called_table_ids = {call.table_id for call in calls_waiting({"request": request}, tournament)}
    context = organizer_context(
        request,
        tournament,
        "running",
        overview=overview,
        rounds_at_bell=rounds_at_bell(tournament, overview.rounds, at=now),
        marks=overview.marks,
        called_table_ids=called_table_ids,
        rendered_minute=rendered_minute,
        now=now,
    )
    template = (
        "scoring/officials/_room_overview.html" if request.htmx else "scoring/officials/room_overview.html"
    )
    return render(request, template, context)
