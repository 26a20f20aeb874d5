from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from scoring.live.queries.counters import tournament_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.tables_page import read_shown_tables
from scoring.queries.agreement_status import read_encounter_marks
from scoring.queries.play_progress import names_of_rounds, read_rounds
from scoring.queries.tournament_context import read_tournament_context
from tournaments.web.http import PageRequest

MANY_TABLES = 9
"""From so many on, wide screens are used to their edges."""
MANY_TABLES_CLASS = "of-many-tables"


@live_page(tournament_topic)
def tables(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Render the tables in use, live, with their nearest encounters."""
    context = read_tournament_context(tournament_id)
    names = names_of_rounds(context, read_rounds(context))
    shown_tables = read_shown_tables(context, names)
    marks = read_encounter_marks(context.tournament, at=timezone.now(), encounters=shown_tables.marked_keys)
    return "scoring/public/tables.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "tables",
        "body_class": MANY_TABLES_CLASS if len(shown_tables.tables) >= MANY_TABLES else "",
        "tables": [(table, tuple(marks.get(pk) for pk in table.encounters)) for table in shown_tables.tables],
        "states": shown_tables.states,
        "shows_points": shown_tables.shows_points,
        "marks": marks,
    }
