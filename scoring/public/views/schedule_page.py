from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from scoring.live.queries.counters import results_topic
from scoring.live.views.follow_cookie import followed_entrant_id
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.schedule_page import Schedule, read_followed_schedule, read_schedule
from scoring.queries.bracket.waiting_for import read_awaited_slots
from scoring.queries.play_progress import RoundProgress, read_rounds
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from tournaments.small_inputs import parse_small_number
from tournaments.web.http import PageRequest


def _is_own_schedule(request: PageRequest) -> bool:
    return request.GET.get("by") == "mine"


@live_page(results_topic, parameters=("by", "page", "table"), personal=_is_own_schedule)
def schedule(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Render the schedule; `?by=table` lists by table, `?by=mine` the followed entrant's encounters.

    `?table=7` selects a table's page, `?page=all` everything, for printing.
    """
    followed = followed_entrant_id(request, tournament_id) if _is_own_schedule(request) else None
    context = read_tournament_context(tournament_id)
    rounds = read_rounds(context)
    by, schedule = _read_requested(context, rounds, request, followed)
    return "scoring/public/schedule.html", {
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


def _read_requested(
    context: TournamentContext, rounds: Sequence[RoundProgress], request: PageRequest, followed: UUID | None
) -> tuple[str, Schedule]:
    if followed and (own_schedule := read_followed_schedule(context, rounds, [followed])).listings:
        return "mine", own_schedule
    by = "table" if request.GET.get("by") == "table" else "round"
    table = parse_small_number(request.GET.get("table"))
    return by, read_schedule(context, rounds, by=by, requested_page=request.GET.get("page"), table=table)
