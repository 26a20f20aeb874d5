"""Payments of several entries at once, and their undo."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_tournament_or_404
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.signup.domain import decisions
from tournaments.signup.views.desk_context import LIST_PAGE, desk_context, find_applications, return_to_list
from tournaments.signup.views.desk_rows import names_of
from tournaments.web.http import PageRequest, actor_of, render_refusal


@require_http_methods(["GET", "HEAD", "POST"])
def mark_sign_ups_paid(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Mark the posted `entry` applications as paid; 404 if one is not of this tournament.

    The list then shows the sum of several and their undo. Refusals (422) show the list, where GET redirects.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return return_to_list(request, tournament)
    keys = set(request.POST.getlist("entry"))
    applications = list(find_applications(tournament, keys))
    if len(applications) != len(keys):
        raise Http404
    try:
        marked = decisions.mark_several_paid(
            tournament=tournament, applications=applications, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(request, LIST_PAGE, desk_context(request, tournament, refusal=refusal))
    if len(marked) == 1:
        messages.success(request, with_names(_("%(names)s: has paid."), names=names_of(marked[0])))
    return return_to_list(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def undo_sign_up_payments(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Clear the payments marked at the posted `paid_at`; 404 if that is no time. GET redirects."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method == "POST":
        paid_at = _moment(request.POST.get("paid_at", ""))
        decisions.undo_payments(
            tournament=tournament, paid_at=paid_at, by=actor_of(request), at=timezone.now()
        )
    return return_to_list(request, tournament)


def _moment(text: str) -> datetime:
    """Raise Http404 unless it is a time with its offset."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Http404
    return moment
