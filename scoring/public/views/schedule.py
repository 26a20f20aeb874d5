"""When and where everybody plays, and how it ended."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.followed import followed_in
from scoring.live.views.pages import follow
from scoring.public.queries import schedule as read_schedule
from scoring.reading.bracket.waiting import waiting_among
from scoring.reading.encounter_listings import read_listings
from scoring.reading.frame import read_frame
from tournaments.views.http import PageRequest

BY = ("round", "table", "mine")


@require_safe
def schedule(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """`?by=table` lists by table, `?by=mine` those encounters only whose entrant this browser follows."""
    asked = request.GET.get("by", "")
    followed = followed_in(request, tournament_id) if asked == "mine" else None

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        listings = read_listings(frame.tournament)
        own = read_schedule.only_of(listings, {followed}) if followed else []
        by = asked if asked in BY and (own or asked != "mine") else "round"
        shown = own if by == "mine" else listings
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "schedule",
            "by": by,
            "listings": listings,
            "waiting": waiting_among(frame, listings),
            "rounds": [] if by == "table" else read_schedule.by_round(frame, listings, shown),
            "tables": read_schedule.by_table(listings) if by == "table" else [],
        }

    topic = Topic(Kind.RESULTS, tournament_id)
    return follow(request, topic, "scoring/public/schedule.html", read, words=("by",), own=asked == "mine")
