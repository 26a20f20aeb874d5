"""When and where everybody plays, and how it ended."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.domain.queries import schedule as read_schedule
from scoring.domain.queries.frame import read_frame
from scoring.domain.queries.meetings import read_meetings
from scoring.domain.queries.waiting import waiting_among
from scoring.domain.queries.watching import counter_of_tournament
from tournaments.views.http import PageRequest

from .followed import followed_by
from .live import follow

BY = ("round", "table", "mine")


@require_safe
def schedule(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """`?by=table` lists by table, `?by=mine` those encounters only whose entrant this browser follows."""
    followed = frozenset(followed_by(request))
    asked = request.GET.get("by", "")

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        meetings = read_meetings(frame.tournament)
        own = read_schedule.only_of(meetings, followed) if asked == "mine" else []
        by = asked if asked in BY and (own or asked != "mine") else "round"
        shown = own if by == "mine" else meetings
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "schedule",
            "by": by,
            "meetings": meetings,
            "waiting": waiting_among(frame, meetings),
            "rounds": [] if by == "table" else read_schedule.by_round(frame, meetings, shown),
            "tables": read_schedule.by_table(meetings) if by == "table" else [],
        }

    counter = counter_of_tournament(tournament_id)
    return follow(request, counter, "scoring/schedule.html", read, own=asked == "mine")
