from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import live_response
from scoring.public.queries.pagination import page_of
from scoring.public.queries.tournament_lists import names_in_order, read_entrants
from scoring.queries.table_queues import read_whereabouts
from scoring.queries.tournament_context import read_tournament_context
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.web.http import PageRequest

ENTRANTS_A_PAGE = 128


@require_safe
def entrants(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render page `?page=` of entrants, only those whose name or players' names match `?name=`."""
    search_text = " ".join(request.GET.get("name", "").split())[:MAX_NAME_LENGTH]

    def entrant_list_context() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        names = names_in_order(context.tournament)
        matching = [key for key, name, players in names if matches_search(search_text, [name, *players])]
        page = page_of(matching, request.GET.get("page"), page_size=ENTRANTS_A_PAGE)
        rows = read_entrants(context.tournament, page.items) if matching else []
        whereabouts = read_whereabouts(context, [entrant for entrant, _place in rows])
        return {
            "tournament_context": context,
            "tournament": context.tournament,
            "tab": "entrants",
            "wanted": search_text,
            "everybody": len(names),
            "found": len(matching),
            "page_links": page,
            "entrants": [(entrant, place, whereabouts[entrant.pk]) for entrant, place in rows],
        }

    topic, url_parameters = Topic(Kind.RESULTS, tournament_id), ("name", "page")
    return live_response(
        request, topic, "scoring/public/entrants.html", entrant_list_context, parameters=url_parameters
    )
