"""Who plays in a tournament, by name."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.pages import follow
from scoring.public.people.finding import names
from scoring.public.queries.lists import read_entrants
from scoring.reading.encounter_listings import read_fixtures
from scoring.reading.frame import read_frame
from scoring.reading.rounds import in_rounds
from scoring.reading.tables import whereabouts
from tournaments.naming.names import LONGEST_NAME
from tournaments.views.http import PageRequest


@require_safe
def entrants(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """`?name=…` shows those who bear it, or whose players do."""
    wanted = " ".join(request.GET.get("name", "").split())[:LONGEST_NAME]

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        everybody = read_entrants(frame.tournament)
        found = [(entrant, place) for entrant, place in everybody if names(entrant, wanted)]
        rounds = in_rounds(read_fixtures(frame.tournament)) if found else []
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "entrants",
            "wanted": wanted,
            "everybody": len(everybody),
            "entrants": [(entrant, place, whereabouts(entrant, rounds)) for entrant, place in found],
        }

    topic = Topic(Kind.RESULTS, tournament_id)
    return follow(request, topic, "scoring/public/entrants.html", read, words=("name",))
