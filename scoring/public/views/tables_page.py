from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.confirmation.domain.agreement_status import read_encounter_marks
from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import live_response
from scoring.public.queries.tables_page import read_shown_tables
from scoring.queries.play_progress import names_of_rounds, read_rounds
from scoring.queries.tournament_context import read_tournament_context
from tournaments.web.http import PageRequest

MANY_TABLES = 9
"""From so many on, wide screens are used to their edges."""
MANY_TABLES_CLASS = "of-many-tables"


@require_safe
def tables(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render the tables in use, live, with their nearest encounters."""

    def tables_context() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        names = names_of_rounds(context, read_rounds(context))
        shown_tables = read_shown_tables(context, names)
        marks = read_encounter_marks(
            context.tournament, at=timezone.now(), encounters=shown_tables.marked_keys
        )
        return {
            "tournament_context": context,
            "tournament": context.tournament,
            "tab": "tables",
            "body_class": MANY_TABLES_CLASS if len(shown_tables.tables) >= MANY_TABLES else "",
            "tables": [
                (table, tuple(marks.get(pk) for pk in table.encounters)) for table in shown_tables.tables
            ],
            "states": shown_tables.states,
            "shows_points": shown_tables.shows_points,
            "marks": marks,
        }

    return live_response(
        request, Topic(Kind.TOURNAMENT, tournament_id), "scoring/public/tables.html", tables_context
    )
