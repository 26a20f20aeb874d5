"""An encounter with every hand of its matches."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.domain.queries.agreement import standing_of
from scoring.domain.queries.chart import draw_chart
from scoring.domain.queries.encounter import EncounterView, read_encounter
from scoring.domain.queries.hands import Sheet, read_sheet
from scoring.domain.queries.watching import counter_of_encounter
from scoring.models import Match
from tournaments.access import MANAGERS, REFEREES, roles_in
from tournaments.domain import replacing
from tournaments.views.http import PageRequest

from .agreement_status import MatchStatus, status_of_match
from .live import follow


@require_safe
def encounter(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """`?match=2` chooses the match whose hands are shown; otherwise it is the latest that has one."""

    def read() -> dict[str, Any]:
        view = read_encounter(encounter_id)
        shown = _shown_match(view, request.GET.get("match", ""))
        sheet = read_sheet(view.encounter, shown) if view.meeting.all_matches else Sheet.empty()
        roles = roles_in(request.user, view.tournament)
        return {
            "view": view,
            "tournament": view.tournament,
            "meeting": view.meeting,
            "shown": shown,
            "sheet": sheet,
            "agreed": _agreed(view),
            "staff": bool(roles),
            "manages": not roles.isdisjoint(MANAGERS),
            "replaced_by": replacing.replacement_of(view.encounter),
            "rules_on_it": not roles.isdisjoint(REFEREES),
            "chart": draw_chart(sheet.courses, view.encounter.stage.hands_per_match),
        }

    return follow(request, counter_of_encounter(encounter_id), "scoring/encounter.html", read)


def _agreed(view: EncounterView) -> dict[int, MatchStatus]:
    """What both sides said of each match that counts, by its number."""
    matches = Match.objects.filter(encounter=view.encounter, counts=True)
    standings = standing_of(matches, tournament=view.tournament, at=timezone.now()).values()
    return {one.match.number: status_of_match(one, view.meeting.sides) for one in standings}


def _shown_match(view: EncounterView, wished: str) -> int:
    numbers = [match.number for match in view.meeting.all_matches]
    return next((number for number in numbers if str(number) == wished), numbers[-1] if numbers else 1)
