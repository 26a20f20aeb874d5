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
from scoring.queries.tournament_context import read_tournament_context
from tournaments.web.http import PageRequest


@require_safe
def tables(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        names = names_of(context, read_rounds(context))
        shown_tables = read_shown_tables(context, names)
        marks = marks_of(context.tournament, at=timezone.now(), encounters=shown_tables.marked)
        return {
            "frame": context,
            "tournament": context.tournament,
            "tab": "tables",
            "tables": [
                (table, tuple(marks.get(pk) for pk in table.encounters)) for table in shown_tables.tables
            ],
            "in_points": shown_tables.in_points,
            "marks": marks,
            "waiting": read_waiting(context, names, shown_tables.waiting),
        }

    return follow(request, Topic(Kind.TOURNAMENT, tournament_id), "scoring/public/tables.html", read)
