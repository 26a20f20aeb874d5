from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import live_response
from scoring.public.queries.pagination import page_of
from scoring.queries.final_ranking import read_final_places
from scoring.queries.tournament_context import read_tournament_context
from tournaments.web.http import PageRequest

ENTRANTS_A_PAGE = 128


@require_safe
def final_ranking(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render the final ranking, empty until the tournament is finished."""

    def final_ranking_context() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        rows = [(place, entrant) for place in read_final_places(context) for entrant in place.entrants]
        page = page_of(rows, request.GET.get("page"), page_size=ENTRANTS_A_PAGE)
        if not context.singles:
            prefetch_related_objects([entrant for _place, entrant in page.items], "roster__player")
        return {
            "tournament_context": context,
            "tournament": context.tournament,
            "tab": "final",
            "places": page.items,
            "page_links": page,
        }

    topic = Topic(Kind.RESULTS, tournament_id)
    return live_response(
        request, topic, "scoring/public/final_ranking.html", final_ranking_context, parameters=("page",)
    )
