from __future__ import annotations

import uuid
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.ledger.played_matches import BellOutcome
from scoring.officials.queries.bell_rounds import TableAtBell, tables_at_bell
from scoring.officials.queries.room_overview import read_rounds
from scoring.officials.views.change_flow import PreviewedChange, respond_to_change
from scoring.play import bell
from scoring.play.bell import StageRound
from tournaments import access
from tournaments.enums import TimeUp
from tournaments.models import Encounter, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal
from tournaments.web.return_links import return_page, with_return_page

PAGE = "scoring/officials/bell/round_bell.html"


@require_http_methods(["GET", "HEAD", "POST"])
def round_bell(
    request: PageRequest, tournament_id: UUID, stage_number: int, part: str, number: int
) -> HttpResponse:
    """Show what the bell stops; “ring” rings it once per `key` and redirects here, 422 if refused.

    Encounters in `between` have no hand in play. 404 unless referee or organizer.
    """
    tournament = access.refereed_tournament_or_404(request.user, tournament_id)
    stage_round = _round(tournament, stage_number, part, number)
    without_hand = _encounters_without_hand(request)
    if "ring" not in request.POST:
        return render(request, PAGE, _bell_context(request, stage_round, without_hand))
    key = request.POST.get("key", "")[:64] or uuid.uuid4().hex
    try:
        bell.ring_bell(
            stage_round=stage_round, key=key, by=actor_of(request), at=timezone.now(), between=without_hand
        )
    except Refused as refusal:
        return render_refusal(
            request, PAGE, {**_bell_context(request, stage_round, without_hand), "refusal": refusal}
        )
    messages.success(request, _("The bell has rung. Phones, the screen and all pages show that time is up."))
    return SeeOther(with_return_page(request, _address(stage_round)))


@require_http_methods(["GET", "HEAD", "POST"])
def take_bell_back(
    request: PageRequest, tournament_id: UUID, stage_number: int, part: str, number: int
) -> HttpResponse:
    """Preview undoing the bell; “save” stores it. GET redirects to the bell.

    404 unless referee or organizer.
    """
    tournament = access.refereed_tournament_or_404(request.user, tournament_id)
    stage_round = _round(tournament, stage_number, part, number)
    if request.method != "POST":
        return SeeOther(with_return_page(request, _address(stage_round)))
    change = PreviewedChange(
        heading=_("Undo the bell"),
        explanation=_("Everything the bell decided is open again, and every table of the round plays on."),
        button=_("Undo it"),
        success_message=_("The bell is undone; the round continues."),
        write=partial(bell.take_bell_back, stage_round=stage_round),
        back_url=return_page(request, _address(stage_round)),
    )
    return respond_to_change(request, tournament, change)


@require_http_methods(["GET", "HEAD", "POST"])
def end_without_hand(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """On POST, decide without the hand in play. Redirects to the bell, with a refusal as message."""
    encounter = access.refereed_encounter_or_404(request.user, encounter_id)
    if request.method == "POST":
        try:
            bell.stop_awaiting_hand(encounter=encounter, by=actor_of(request), at=timezone.now())
        except Refused as refusal:
            messages.warning(request, refusal.message.html)
    return SeeOther(with_return_page(request, _address(_round_of(encounter))))


@require_http_methods(["GET", "HEAD", "POST"])
def let_play_on(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Preview exempting an encounter from the bell; “save” stores it. GET redirects to the bell.

    404 unless referee or organizer.
    """
    encounter = access.refereed_encounter_or_404(request.user, encounter_id)
    return_url = _address(_round_of(encounter))
    if request.method != "POST":
        return SeeOther(with_return_page(request, return_url))
    change = PreviewedChange(
        heading=_("Continue play"),
        explanation=_(
            "The bell no longer counts for this encounter: new hands are dealt until it rings again."
        ),
        button=_("Continue play"),
        success_message=_("The encounter continues despite the bell."),
        write=partial(bell.exempt_from_bell, encounter=encounter),
        back_url=return_page(request, return_url),
    )
    return respond_to_change(request, encounter.stage.tournament, change)


def _round(tournament: Tournament, stage_number: int, part: str, number: int) -> StageRound:
    stage = get_object_or_404(tournament.stages, position=stage_number)
    stage.tournament = tournament
    stage_round = StageRound(stage, part, number)
    if not stage.encounters.not_annulled().filter(part=part, round=number).exists():
        raise Http404
    return stage_round


def _round_of(encounter: Encounter) -> StageRound:
    return StageRound(encounter.stage, encounter.part, encounter.round)


def _address(stage_round: StageRound) -> str:
    parts = [
        stage_round.stage.tournament.public_id,
        stage_round.stage.position,
        stage_round.part,
        stage_round.round,
    ]
    return reverse("scoring:round_bell", args=parts)


def _encounters_without_hand(request: PageRequest) -> set[UUID]:
    ticked = set()
    for encounter_id in request.POST.getlist("between"):
        with suppress(ValueError):
            ticked.add(UUID(encounter_id))
    return ticked


def _bell_context(request: PageRequest, stage_round: StageRound, without_hand: set[UUID]) -> dict[str, Any]:
    tournament = stage_round.stage.tournament
    timed = stage_round.stage.time_up != TimeUp.OFF
    tables = tables_at_bell(stage_round, without_hand) if timed else []
    rounds = read_rounds(tournament)
    shown_round = next(
        (
            round_
            for round_ in rounds
            if (round_.stage.stage.pk, round_.name.part, round_.round)
            == (stage_round.stage.pk, stage_round.part, stage_round.round)
        ),
        None,
    )
    open_ = [table for table in tables if table.listing.encounter.stopped_at is None]
    return organizer_context(
        request,
        tournament,
        "bell",
        manages=access.may_manage(request.user, tournament),
        stage_round=stage_round,
        timed=timed,
        round=shown_round,
        bell=bell.read_active_bells(tournament).get(
            (stage_round.stage.pk, stage_round.part, stage_round.round)
        ),
        to_stop=open_,
        stopped=[table for table in tables if table not in open_],
        counts=_count_outcomes(open_),
        key=uuid.uuid4().hex,
    )


def _count_outcomes(tables: list[TableAtBell]) -> dict[str, int]:
    fates = [table.resulting_play.bell_outcome for table in tables]
    decided, referee = fates.count(BellOutcome.DECIDED), fates.count(BellOutcome.REFEREE)
    return {
        "stop": len(fates),
        "decided": decided,
        "going_on": len(fates) - decided - referee,
        "referee": referee,
    }
