from __future__ import annotations

from uuid import UUID

from django.http import Http404

from scoring.live.queries.counters import entrant_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.queries.tournament_context import read_tournament_context
from scoring.statistics.entrant_statistics import read_entrant
from tournaments.models import Entrant, Tournament
from tournaments.web.http import PageRequest


@live_page(entrant_topic)
def entrant(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> LivePage:
    """Render an entrant's page; 404 if unknown."""
    try:
        context = read_tournament_context(tournament_id)
        view = read_entrant(context, entrant_id)
    except (Entrant.DoesNotExist, Tournament.DoesNotExist):
        raise Http404 from None
    return "scoring/public/entrant.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "entrants",
        "view": view,
    }
