"""An encounter with every hand of its matches."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.domain.queries.chart import draw_chart
from scoring.domain.queries.encounter import EncounterView, read_encounter
from scoring.domain.queries.hands import Sheet, read_sheet
from scoring.domain.queries.watching import counter_of_encounter
from tournaments.views.http import PageRequest

from .live import follow


@require_safe
def encounter(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """`?match=2` chooses the match whose hands are shown; otherwise it is the latest that has one."""

    def read() -> dict[str, Any]:
        view = read_encounter(encounter_id)
        shown = _shown_match(view, request.GET.get("match", ""))
        sheet = read_sheet(view.encounter, shown) if view.meeting.all_matches else Sheet.empty()
        return {
            "view": view,
            "tournament": view.tournament,
            "meeting": view.meeting,
            "shown": shown,
            "sheet": sheet,
            "chart": draw_chart(sheet.totals, view.encounter.stage.hands_per_match),
        }

    return follow(request, counter_of_encounter(encounter_id), "scoring/encounter.html", read)


def _shown_match(view: EncounterView, wished: str) -> int:
    numbers = [match.number for match in view.meeting.all_matches]
    return next((number for number in numbers if str(number) == wished), numbers[-1] if numbers else 1)
