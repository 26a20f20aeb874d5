from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.enums import CallState
from scoring.models import Call
from scoring.officials.forms import AnswerForm
from scoring.officials.queries.bell_rounds import read_bells
from scoring.officials.queries.referee_calls import read_calls
from scoring.play import calls
from tournaments import access
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other


@require_safe
def referee(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show calls and bells to referees and organizers, else 404; a poll gets a fragment, 204 if unchanged."""
    tournament = access.refereed_tournament_or_404(request.user, tournament_id)
    if request.htmx and request.GET.get("seen") == str(tournament.counter):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    bells = read_bells(tournament, at=timezone.now())
    context = referee_context(
        request,
        tournament,
        "referee",
        counter=tournament.counter,
        calls=read_calls(tournament),
        rounds_at_bell=bells,
    )
    template = (
        "scoring/officials/referee/_calls.html" if request.htmx else "scoring/officials/referee/calls.html"
    )
    return render(request, template, context)


@require_http_methods(["GET", "HEAD", "POST"])
def take_call(request: PageRequest, tournament_id: UUID, call_id: UUID) -> HttpResponse:
    """On POST, take the call. Redirects to the calls, with a refusal as message."""
    tournament = access.refereed_tournament_or_404(request.user, tournament_id)
    call = _call(tournament, call_id)
    if request.method == "POST":
        try:
            calls.take_call(call=call, by=actor_of(request), at=timezone.now())
        except Refused as refusal:
            messages.warning(request, refusal.message.html)
    return see_other("scoring:referee", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def answer_call(request: PageRequest, tournament_id: UUID, call_id: UUID) -> HttpResponse:
    """Show the answer form; POST answers and closes the call and redirects to the calls, 422 if refused.

    404 unless referee or organizer.
    """
    tournament = access.refereed_tournament_or_404(request.user, tournament_id)
    call = _call(tournament, call_id)
    form = AnswerForm(request.POST if request.method == "POST" else None)
    context = referee_context(
        request, tournament, "answer", call=call, form=form, closed=call.state == CallState.CLOSED
    )
    if request.method != "POST":
        return render(request, "scoring/officials/referee/answer_call.html", context)
    if not form.is_valid():
        return render_refusal(request, "scoring/officials/referee/answer_call.html", context)
    try:
        calls.close_call(
            call=call, answer=form.cleaned_data["answer"], by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(
            request, "scoring/officials/referee/answer_call.html", {**context, "refusal": refusal}
        )
    messages.success(request, _("The call is answered."))
    return see_other("scoring:referee", tournament.public_id)


def referee_context(
    request: PageRequest, tournament: Tournament, page_key: str, **context: Any
) -> dict[str, Any]:
    manages = access.may_manage(request.user, tournament)
    return organizer_context(request, tournament, page_key, manages=manages, **context)


def _call(tournament: Tournament, call_id: UUID) -> Call:
    related = "table", "encounter", "hand__match", "keeper", "asked_by_user", "taken_by", "ruling"
    return get_object_or_404(
        Call.objects.select_related(*related), public_id=call_id, table__tournament=tournament
    )
