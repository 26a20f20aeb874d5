"""Stages in which losers go out, as a picture."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from scoring.domain.queries.bracket import drawn_brackets
from scoring.domain.queries.foreseen import foreseen_brackets
from scoring.domain.queries.frame import read_frame
from scoring.domain.queries.meetings import with_scores
from scoring.domain.queries.qualification import group_places, qualification_of
from scoring.domain.queries.watching import counter_of_tournament
from tournaments.models import Encounter
from tournaments.views.http import PageRequest

from .live import follow


@require_safe
def bracket(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Those that are drawn, and those that will draw themselves; not found where there are none."""

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        if not (frame.drawn and frame.knockouts):
            raise Http404
        everything = with_scores(Encounter.objects.filter(stage__tournament=frame.tournament))
        meetings = [meeting for meeting in everything if meeting.encounter.annulled_at is None]
        annulled = [meeting for meeting in everything if meeting.encounter.annulled_at is not None]
        places = group_places(frame.tournament)
        qualification = qualification_of(places, meetings)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "bracket",
            "brackets": [*drawn_brackets(frame, meetings), *foreseen_brackets(frame, places)],
            "lots": qualification.lots,
            "overtaken": qualification.overtaken,
            "annulled": [meeting for meeting in annulled if meeting.knockout],
        }

    return follow(request, counter_of_tournament(tournament_id), "scoring/bracket.html", read)
