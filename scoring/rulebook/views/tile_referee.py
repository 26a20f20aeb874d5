"""The tile referee page, which judges tiles in the browser."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rules.games import DEFAULT_RULE_SET, game_of
from scoring.ledger.rulebooks import rules_of
from scoring.queries.rule_references import bare_tile_referee
from scoring.rulebook.views.games import find_judging
from scoring.table.views.service_worker import render_worker
from tournaments.access import shown_tournament_or_404
from tournaments.web.http import PageRequest


@require_safe
def tile_referee(
    request: PageRequest, tournament_id: UUID | None = None, rule_set_id: str = DEFAULT_RULE_SET
) -> HttpResponse:
    """Render the page by the tournament's rules, else by the preset; 404 unless the tournament is visible."""
    tournament = shown_tournament_or_404(request.user, tournament_id) if tournament_id else None
    rules = rules_of(tournament.rule_book) if tournament else game_of(rule_set_id).presets[rule_set_id]
    judging = find_judging(rules)
    data = judging.script_data(rules, tournament, get_language() or "tr")
    context = {"tournament": tournament, "rules": rules, "judging": judging, "script_data": data}
    return render(request, "scoring/rulebook/tile_referee.html", context)


@require_safe
def worker(
    request: PageRequest, tournament_id: UUID | None = None, rule_set_id: str = DEFAULT_RULE_SET
) -> HttpResponse:
    """Return the service worker that caches the tile referee, for that page alone; 404 unless visible."""
    if tournament_id:
        tournament = shown_tournament_or_404(request.user, tournament_id)
        rules = rules_of(tournament.rule_book)
        page = reverse("scoring:tournament_tile_referee", args=[tournament_id])
    else:
        rules = game_of(rule_set_id).presets[rule_set_id]
        page = bare_tile_referee(rules)
    return render_worker(request, f"^{page}$", find_judging(rules).files, precached_pages=[page])
