"""Draws of stages fed by the best across groups, which only the ledger can rank."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from scoring.standings.ranking import best_placed
from tournaments.draws.views import manual_draw, stage_draw
from tournaments.web.http import PageRequest


@require_http_methods(["GET", "HEAD", "POST"])
def draw_stage(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    return stage_draw.draw_stage(request, tournament_id, stage_number, best_placed=best_placed)


@require_http_methods(["GET", "HEAD", "POST"])
def place_by_hand(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    return manual_draw.place_by_hand(request, tournament_id, stage_number, best_placed=best_placed)
