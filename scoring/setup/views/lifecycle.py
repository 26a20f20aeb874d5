from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.setup.domain import cancellation, erasure, visibility
from tournaments.access import managed_tournament_or_404
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal, see_other
from tournaments.web.return_links import requested_next_page

PAGE = "scoring/setup/lifecycle.html"
ERASE = "scoring/setup/erase.html"


@require_http_methods(["GET", "HEAD", "POST"])
def state(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the state; POST publishes, unpublishes, archives, unarchives or resumes by `act`.

    It redirects to `next`, if given, else back. 422 if refused; an unknown `act` only redirects.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return render(request, PAGE, state_context(request, tournament))
    changes = {
        "publish": (visibility.publish, _("The tournament is now public.")),
        "unpublish": (visibility.unpublish, _("It is a draft again: only the club's staff can see it.")),
        "undo_cancellation": (cancellation.resume, _("The tournament continues where it was.")),
        "archive": (visibility.archive, _("The tournament is archived. Everyone can still see it.")),
        "unarchive": (visibility.unarchive, _("The tournament is back among your current tournaments.")),
    }
    pressed = request.POST.get("act", "")
    if pressed not in changes:
        return see_other("scoring:lifecycle", tournament.public_id)
    change, message = changes[pressed]
    try:
        change(tournament=tournament, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        tournament.refresh_from_db()
        return render_refusal(request, PAGE, state_context(request, tournament, refusal=refusal))
    messages.success(request, message)
    return SeeOther(requested_next_page(request) or see_other("scoring:lifecycle", tournament.public_id).url)


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """On POST, cancel with `reason`; 422 if refused. Else redirects to `state`."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:lifecycle", tournament.public_id)
    reason = request.POST.get("reason", "")
    try:
        cancellation.cancel(tournament=tournament, reason=reason, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        tournament.refresh_from_db()
        return render_refusal(
            request, PAGE, state_context(request, tournament, refusal=refusal, reason=reason)
        )
    messages.success(request, _("The tournament is cancelled. Its pages stay and show the cancellation."))
    return see_other("scoring:lifecycle", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Erase if `sure` is checked, then show the dashboard; otherwise ask, after POST with 422."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    name = tournament.name
    context = state_context(request, tournament)
    if request.method != "POST":
        return render(request, ERASE, context)
    if request.POST.get("sure") != "on":
        return render_refusal(request, ERASE, context | {"not_confirmed": True})
    try:
        erasure.erase(tournament=tournament, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, ERASE, state_context(request, tournament, refusal=refusal))
    messages.success(request, _("“%(name)s” is deleted.") % {"name": name})
    return see_other("tournaments:dashboard")


def state_context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    defaults: dict[str, Any] = {
        "played": visibility.was_played(tournament),
        "may_be_archived": tournament.is_over,
        "longest": cancellation.LONGEST_REASON,
        "tells_state": True,
    }
    return organizer_context(request, tournament, "state", **(defaults | more))
