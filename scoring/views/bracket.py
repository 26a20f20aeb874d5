"""The knock-out as a picture."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from scoring.domain.queries.bracket import read_bracket
from scoring.domain.queries.frame import read_frame
from scoring.domain.queries.meetings import read_meetings
from scoring.domain.queries.qualification import group_places, qualification_of
from scoring.domain.queries.watching import counter_of_tournament
from tournaments.views.http import PageRequest

from .live import follow


@require_safe
def bracket(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """A tournament of one group has no bracket: its first is champion."""

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        if not frame.has_bracket:
            raise Http404
        meetings = read_meetings(frame.tournament)
        rounds = read_bracket(frame, meetings)
        qualification = qualification_of(group_places(frame.tournament), meetings)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "bracket",
            "rounds": rounds,
            "lots": qualification.lots,
            "overtaken": qualification.overtaken,
            "drawn": frame.knockout.drawn_at is not None,
            "playing": sum(
                tie.meeting is not None and tie.meeting.playing for one in rounds for tie in one.ties
            ),
        }

    return follow(request, counter_of_tournament(tournament_id), "scoring/bracket.html", read)
