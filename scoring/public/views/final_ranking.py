from __future__ import annotations

from uuid import UUID

from django.db.models import Prefetch, prefetch_related_objects

from scoring.live.queries.counters import results_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.pagination import page_of
from scoring.queries.final_ranking import read_final_places
from scoring.queries.final_records import read_final_records
from scoring.queries.tournament_context import read_tournament_context
from tournaments.models import EntrantPlayer
from tournaments.web.http import PageRequest

ENTRANTS_A_PAGE = 128


@live_page(results_topic, parameters=("page",))
def final_ranking(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Render `?page=` of the final ranking, empty until the tournament is finished."""
    context = read_tournament_context(tournament_id)
    places = read_final_places(context)
    records = read_final_records(context, places)
    page = page_of(records, request.GET.get("page"), page_size=ENTRANTS_A_PAGE)
    if not context.singles:
        rosters = Prefetch("roster", EntrantPlayer.objects.select_related("player").order_by("place"))
        prefetch_related_objects([record.entrant for record in page.items], rosters)
    return "scoring/public/final_ranking.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "final",
        "records": page.items,
        "shows_stages": any(record.stages for record in records),
        "shares_places": any(place.shared for place in places),
        "page_links": page,
    }
