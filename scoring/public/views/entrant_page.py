from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import live_response
from scoring.queries.tournament_context import read_tournament_context
from scoring.statistics.entrant_statistics import read_entrant
from tournaments.models import Entrant, Tournament
from tournaments.web.http import PageRequest


@require_safe
def entrant(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Render an entrant's page; 404 if unknown."""

    def entrant_context() -> dict[str, Any]:
        """Raises Http404 if unknown."""
        try:
            context = read_tournament_context(tournament_id)
            view = read_entrant(context, entrant_id)
        except (Entrant.DoesNotExist, Tournament.DoesNotExist):
            raise Http404 from None
        return {
            "tournament_context": context,
            "tournament": context.tournament,
            "tab": "entrants",
            "view": view,
        }

    return live_response(
        request, Topic(Kind.ENTRANT, entrant_id), "scoring/public/entrant.html", entrant_context
    )
