"""The rule book of a tournament, for everybody."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from rules.games.okey101.rulesets import PRESETS
from scoring.ledger.rule_history import history
from scoring.live.queries.watching import counter_of_tournament
from scoring.live.views.pages import follow
from scoring.reading.frame import read_frame
from scoring.rulebook.queries import rule_book_of
from scoring.rulebook.views.words import between, changed
from tournaments.views.http import PageRequest


@require_safe
def rules(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "rules",
            "book": rule_book_of(frame),
            "own": len(between(PRESETS[frame.rules.id], frame.rules)),
            "changes": [(row, changed(row.switches)) for row in history(frame.tournament) if row.amended],
        }

    return follow(
        request, counter_of_tournament(tournament_id, request.user), "scoring/rulebook/rules.html", read
    )
