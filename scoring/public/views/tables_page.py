"""Where play is, for everybody: what each table plays, and what follows there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.confirmation.domain.agreement_status import marks_of
from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import follow
from scoring.public.queries.tables_page import read_shown_tables
from scoring.queries.bracket.waiting_for import read_waiting
from scoring.queries.progress import names_of, read_rounds
from scoring.queries.tournament_context import read_frame
from tournaments.web.http import PageRequest


@require_safe
def tables(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        names = names_of(frame, read_rounds(frame))
        shown = read_shown_tables(frame, names)
        marks = marks_of(frame.tournament, at=timezone.now(), among=shown.marked)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "tables",
            "tables": [(one, tuple(marks.get(pk) for pk in one.encounters)) for one in shown.tables],
            "in_points": shown.in_points,
            "marks": marks,
            "waiting": read_waiting(frame, names, shown.waiting),
        }

    return follow(request, Topic(Kind.TOURNAMENT, tournament_id), "scoring/public/tables.html", read)
