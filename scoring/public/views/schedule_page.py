from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.follow_cookie import followed_entrant_id
from scoring.live.views.live_pages import live_response
from scoring.public.queries.schedule_page import Schedule, read_followed_schedule, read_schedule
from scoring.queries.bracket.waiting_for import read_awaited_slots
from scoring.queries.play_progress import RoundProgress, read_rounds
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from tournaments.small_inputs import parse_small_number
from tournaments.web.http import PageRequest


@require_safe
def schedule(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render the schedule; `?by=table` lists by table, `?by=mine` the followed entrant's encounters.

    `?table=7` selects a table's page, `?page=all` everything, for printing.
    """
    requested_by = request.GET.get("by", "")
    followed = followed_entrant_id(request, tournament_id) if requested_by == "mine" else None

    def schedule_context() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        rounds = read_rounds(context)
        by, schedule = _read_requested(context, rounds, request, followed)
        return {
            "tournament_context": context,
            "tournament": context.tournament,
            "tab": "schedule",
            "by": by,
            "schedule": schedule,
            "page_links": schedule.page,
            "awaited_slots": read_awaited_slots(context, schedule.names, schedule.waiting_keys),
            "rounds": [] if by == "table" else schedule.by_round(),
            "tables": schedule.by_table() if by == "table" else [],
        }

    topic, url_parameters = Topic(Kind.RESULTS, tournament_id), ("by", "page", "table")
    return live_response(
        request,
        topic,
        "scoring/public/schedule.html",
        schedule_context,
        parameters=url_parameters,
        personal=requested_by == "mine",
    )


def _read_requested(
    context: TournamentContext, rounds: Sequence[RoundProgress], request: PageRequest, followed: UUID | None
) -> tuple[str, Schedule]:
    if followed and (own_schedule := read_followed_schedule(context, rounds, [followed])).listings:
        return "mine", own_schedule
    by = "table" if request.GET.get("by") == "table" else "round"
    table = parse_small_number(request.GET.get("table"))
    return by, read_schedule(context, rounds, by=by, requested_page=request.GET.get("page"), table=table)
