from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.confirmation.domain import confirmations, protests
from scoring.confirmation.forms import CallForm, ConfirmForm, PlayerForm, ProtestForm
from scoring.confirmation.views.side_access import (
    redirect_to_sides,
    remember_player,
    remembered_player,
    requires_sides_link,
    requires_sides_post,
)
from scoring.confirmation.views.side_context import SidesPage
from scoring.live.queries.counters import Kind, Topic, counter_of_table
from scoring.play import calls
from tournaments.access import may_enter_hands
from tournaments.enums import SideLetter
from tournaments.log.actor import Actor
from tournaments.models import Table
from tournaments.refusals import Refused
from tournaments.tables.domain import move_encounter
from tournaments.tables.domain.keepers import keeper_of
from tournaments.web.http import PageRequest


@require_safe
@requires_sides_link
def sides(request: PageRequest, table: Table, actor: Actor) -> HttpResponse:
    """Render the page of the players' phones; `?match=` selects a match, `?who` asks again who holds it.

    HTMX gets a fragment, or 204 if `?seen=` is the current counter.
    """
    counter = counter_of_table(table)
    if request.htmx and request.GET.get("seen") == str(counter):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    page = _build_page(request, table, request.GET.get("match", ""))
    template_name = "_side_page.html" if request.htmx else "side_page.html"
    return _render_page(
        request, page, actor, template_name, counter=counter, asks_for_player="who" in request.GET
    )


@requires_sides_post
def choose_player(request: PageRequest, table: Table, actor: Actor) -> HttpResponse:
    """Store the posted player in a cookie, redirect to the posted match; an unknown one changes nothing."""
    form = PlayerForm(request.POST)
    match = request.POST.get("match", "")
    if not form.is_valid():
        return redirect_to_sides(table)
    page = _build_page(request, table, match, player=form.cleaned_data["player"])
    response = redirect_to_sides(
        table, page.chosen_agreement.match.public_id if page.chosen_agreement and match else ""
    )
    if page.me is not None:
        remember_player(response, table, page.me.player)
    return response


@requires_sides_post
def confirm_hands(request: PageRequest, table: Table, actor: Actor) -> HttpResponse:
    """Confirm hands up to `deal` and redirect; 409 with the current hands if refused.

    Only redirect if invalid.
    """
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return redirect_to_sides(table)
    data = form.cleaned_data
    page = _build_page(request, table, data["match"], player=data["player"])
    if (
        page.chosen_agreement is None
        or page.me is None
        or page.chosen_agreement.match.public_id != data["match"]
    ):
        return redirect_to_sides(table)
    try:
        confirmations.confirm(
            match=page.chosen_agreement.match,
            deal=data["deal"],
            side=SideLetter(page.me.side.letter),
            seal=data["seal"],
            player=page.me.player,
            by=actor,
            at=page.at,
        )
    except Refused as refusal:
        current_page = _build_page(request, table, data["match"], player=data["player"])
        return _render_page(request, current_page, actor, status=HTTPStatus.CONFLICT, refusal=refusal.message)
    response = redirect_to_sides(table, data["match"])
    remember_player(response, table, page.me.player)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@requires_sides_link
def protest_hand(request: PageRequest, table: Table, actor: Actor, match_id: UUID, deal: int) -> HttpResponse:
    """Show the form; POST protests. 404 without this hand, 422 without a player, 409 if refused."""
    form = ProtestForm(request.POST if request.method == "POST" else None)
    page = _build_page(request, table, match_id, player=form.data.get("player"))
    hand = next((candidate for candidate in page.hands if candidate.row.deal == deal), None)
    if hand is None or page.chosen_agreement is None or page.chosen_agreement.match.public_id != match_id:
        raise Http404
    context = {"page": page, "table": table, "tournament": table.tournament, "form": form, "hand": hand}
    if not form.is_bound:
        return render(request, "scoring/confirmation/protest.html", context)
    if not form.is_valid() or page.me is None:
        return render(
            request, "scoring/confirmation/protest.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    try:
        protests.open_protest(
            match=page.chosen_agreement.match,
            deal=deal,
            side=SideLetter(page.me.side.letter),
            player=page.me.player,
            question=form.cleaned_data["question"],
            table=table,
            by=actor,
            at=page.at,
        )
    except Refused as refusal:
        context |= {"refusal": refusal.message}
        return render(request, "scoring/confirmation/protest.html", context, status=HTTPStatus.CONFLICT)
    response = redirect_to_sides(table, match_id)
    remember_player(response, table, page.me.player)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@requires_sides_link
def call_from_side(request: PageRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show the form to call the referee; POST calls and redirects to the players' page.

    422 if invalid, 409 if refused, both with the form.
    """
    form = CallForm(request.POST if request.method == "POST" else None)
    page = _build_page(request, table)
    context = {"page": page, "table": table, "tournament": table.tournament, "form": form}
    if not form.is_bound:
        return render(request, "scoring/confirmation/call_referee.html", context)
    if not form.is_valid():
        return render(
            request, "scoring/confirmation/call_referee.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    question = form.cleaned_data["question"]
    try:
        calls.call_referee(table=table, encounter=page.encounter, question=question, by=actor, at=page.at)
    except Refused as refusal:
        context |= {"refusal": refusal.message}
        return render(request, "scoring/confirmation/call_referee.html", context, status=HTTPStatus.CONFLICT)
    messages.success(request, _("The referee was called to table %(table)s.") % {"table": table.number})
    return redirect_to_sides(table)


def _build_page(
    request: PageRequest, table: Table, match: object = "", *, player: object = None
) -> SidesPage:
    remembered = str(player) if player else remembered_player(request, table)
    return SidesPage(table, requested_match=str(match), player_id=remembered, at=timezone.now())


def _render_page(
    request: PageRequest,
    page: SidesPage,
    actor: Actor,
    template_name: str = "side_page.html",
    *,
    status: int = HTTPStatus.OK,
    **extra: Any,
) -> HttpResponse:
    """Render a template of `scoring/confirmation` with `extra`; encounters moved away if none is in play."""
    table = page.table
    context = {
        "page": page,
        "table": table,
        "tournament": table.tournament,
        "topic": Topic(Kind.TABLE, table.public_id),
        "enters_hands": _enters_hands(request, table, actor),
        "moved_encounters": move_encounter.encounters_moved_from(table, at=page.at)
        if page.current is None
        else [],
        **extra,
    }
    return render(request, f"scoring/confirmation/{template_name}", context, status=status)


def _enters_hands(request: PageRequest, table: Table, actor: Actor) -> bool:
    keeper = keeper_of(table)
    keeps = keeper is not None and keeper.device_id == actor.device_id
    return keeps or may_enter_hands(request.user, table.tournament)
