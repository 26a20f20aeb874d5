from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import live_response
from scoring.public.queries.pagination import Page, page_of
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.final_ranking import read_final_places
from scoring.queries.final_records import FinalRecord, read_final_records
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from tournaments.web.http import PageRequest

ENTRANTS_A_PAGE = 128


@require_safe
def final_ranking(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render `?page=` of the final ranking, empty until the tournament is finished."""

    def final_ranking_context() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        places = read_final_places(context)
        listings = read_listings(context.tournament) if places else []
        records = read_final_records(context, places, listings)
        page = page_of(records, request.GET.get("page"), page_size=ENTRANTS_A_PAGE)
        if not context.singles:
            prefetch_related_objects([record.entrant for record in page.items], "roster__player")
        return {
            "tournament_context": context,
            "tournament": context.tournament,
            "tab": "final",
            "records": page.items,
            "podium": _podium(context, page),
            "shows_stages": any(record.stages for record in records),
            "page_links": page,
        }

    topic = Topic(Kind.RESULTS, tournament_id)
    return live_response(
        request, topic, "scoring/public/final_ranking.html", final_ranking_context, parameters=("page",)
    )


def _podium(context: TournamentContext, page: Page[FinalRecord]) -> list[FinalRecord]:
    """Return the first three places on the first page; none if groups share the first."""
    if context.tournament.champion_id is None or page.previous:
        return []
    return [record for record in page.items if record.medal]
