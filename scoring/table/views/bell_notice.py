from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.ledger.played_matches import BellOutcome
from scoring.play import bell
from scoring.table.views.table_access import at_table, redirect_to_table, show_refusal
from scoring.table.views.table_screen import screen_of
from tournaments.log.actor import Actor
from tournaments.models import Table
from tournaments.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def no_hand_in_play(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Ask whether a hand is still in play after the bell; POST stops waiting for it, 409 if refused.

    Only redirects to the table unless the keeper can answer now, and after a POST for another encounter.
    """
    screen = None if table.tournament.cancelled else screen_of(table)
    if screen is None or screen.bell_outcome is not BellOutcome.LAST_HAND or not screen.is_kept_by(actor):
        return redirect_to_table(table)
    if request.method != "POST":
        return render(request, "scoring/table/no_hand_in_play.html", screen.context(actor))
    if request.POST.get("encounter") == str(screen.encounter.public_id):
        try:
            bell.stop_awaiting_hand(encounter=screen.encounter, by=actor, at=timezone.now())
        except Refused as refusal:
            return show_refusal(request, table, refusal.message)
    return redirect_to_table(table)
