"""Who plays in a tournament, by name."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.domain.queries.frame import read_frame
from scoring.domain.queries.lists import read_entrants
from scoring.domain.queries.meetings import read_fixtures
from scoring.domain.queries.people.finding import names
from scoring.domain.queries.rounds import in_rounds
from scoring.domain.queries.tables import whereabouts
from scoring.domain.queries.watching import counter_of_tournament
from tournaments.formats.names import LONGEST_NAME
from tournaments.views.http import PageRequest

from .live import follow


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

    return follow(request, counter_of_tournament(tournament_id), "scoring/entrants.html", read)
