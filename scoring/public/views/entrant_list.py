from __future__ import annotations

from uuid import UUID

from scoring.live.queries.counters import results_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.pagination import page_of
from scoring.public.queries.tournament_lists import names_in_order, read_entrants
from scoring.queries.table_queues import read_whereabouts
from scoring.queries.tournament_context import read_tournament_context
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.web.http import PageRequest

ENTRANTS_A_PAGE = 128


@live_page(results_topic, parameters=("name", "page"))
def entrants(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Render page `?page=` of entrants, only those whose name or players' names match `?name=`."""
    search_text = " ".join(request.GET.get("name", "").split())[:MAX_NAME_LENGTH]
    context = read_tournament_context(tournament_id)
    names = names_in_order(context.tournament)
    matching = [key for key, name, players in names if matches_search(search_text, [name, *players])]
    page = page_of(matching, request.GET.get("page"), page_size=ENTRANTS_A_PAGE)
    rows = read_entrants(context.tournament, page.items) if matching else []
    whereabouts = read_whereabouts(context, [entrant for entrant, _place in rows])
    return "scoring/public/entrants.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "entrants",
        "wanted": search_text,
        "everybody": len(names),
        "found": len(matching),
        "page_links": page,
        "entrants": [(entrant, place, whereabouts[entrant.pk]) for entrant, place in rows],
    }
