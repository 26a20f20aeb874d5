from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_tournament_or_404
from tournaments.draws.domain import draw, draw_preview
from tournaments.draws.domain.compute_draw import planned_encounters, seeds_in_seating_order
from tournaments.draws.forms import GroupsForm, placement_field, placements, typed_order
from tournaments.enums import StageKind
from tournaments.formats.group_sizes import group_name, group_sizes
from tournaments.models import Entrant, Stage
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.schedule.stage_encounters import format_settings_of
from tournaments.setup.domain.tournament_settings import AlreadyDrawn
from tournaments.setup.views import group_estimate
from tournaments.stages.draw_checks import StagePosition, placement_refusals
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

from .draw_descriptions import first_meetings
from .stage_draw import MOST_BY_HAND, stage_name_context

IN_GROUPS, IN_ORDER = "tournaments/draws/manual_groups.html", "tournaments/draws/manual_order.html"


@require_http_methods(["GET", "HEAD", "POST"])
def place_by_hand(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    """Show the entrants to be placed in groups or in order; POST draws the stage, 422 if refused.

    Redirect to the draws if drawn, with too few or too many entrants, or while qualifiers aren't known.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stage = get_object_or_404(tournament.stages, position=stage_number)
    stage.tournament = tournament
    entrants = _entrants(stage)
    stage_position = draw_preview.stage_position_of(stage)
    if stage.drawn_at is not None or not stage_position.fewest <= len(entrants) <= MOST_BY_HAND:
        return see_other("tournaments:draw", tournament.public_id)
    if stage.kind == StageKind.GROUPS:
        return _in_groups(request, stage, entrants, stage_position)
    return _in_order(request, stage, entrants)


def _in_groups(
    request: PageRequest, stage: Stage, entrants: Sequence[Entrant], stage_position: StagePosition
) -> HttpResponse:
    """POST draws; 422 with every reason against the placements."""
    groups = _requested_groups(request, len(entrants), stage_position)
    names = [group_name(number) for number in range(groups)]
    placed = placements(request.POST, entrants, names)
    members = [(name, [pair for pair in entrants if placed.get(pair) == name]) for name in names]
    context = _placing_context(
        request,
        stage,
        group_count=groups,
        sizes=group_sizes(len(entrants), groups),
        stage_position=stage_position,
        group_names=names,
        rows=[(entrant, placement_field(entrant), placed.get(entrant)) for entrant in entrants],
        counts=[(name, len(pairs), stage_position.sizes_fit([len(pairs)])) for name, pairs in members],
    )
    if request.method != "POST":
        return render(request, IN_GROUPS, context)
    try:
        draw.place_in_groups(stage=stage, groups=members, by=actor_of(request), at=timezone.now())
    except AlreadyDrawn:
        return _redirect_already_drawn(request, stage)
    except Refused as refusal:
        reasons = placement_refusals(entrants=entrants, groups=members, stage_position=stage_position)
        return render_refusal(request, IN_GROUPS, {**context, "reasons": reasons or [refusal]})
    return _redirect_after_draw(request, stage)


def _in_order(request: PageRequest, stage: Stage, entrants: Sequence[Entrant]) -> HttpResponse:
    """POST draws; 422 with the reason against the order."""
    order = typed_order(request.POST, entrants)
    context = _placing_context(
        request,
        stage,
        entrant_count=len(entrants),
        first_encounters=_first_encounters(stage, len(entrants)),
        rows=[
            (
                entrant,
                placement_field(entrant),
                request.POST.get(placement_field(entrant), ""),
                entrant in order,
            )
            for entrant in entrants
        ],
    )
    if request.method != "POST":
        return render(request, IN_ORDER, context)
    try:
        draw.place_in_order(stage=stage, order=order, by=actor_of(request), at=timezone.now())
    except AlreadyDrawn:
        return _redirect_already_drawn(request, stage)
    except Refused as refusal:
        return render_refusal(request, IN_ORDER, {**context, "reasons": [refusal]})
    return _redirect_after_draw(request, stage)


def _first_encounters(stage: Stage, entrants: int) -> list[tuple[int, list[int]]]:
    planned = planned_encounters([""] * entrants, kind=stage.kind, settings=format_settings_of(stage))
    place_of_seed = {seed: place for place, seed in enumerate(seeds_in_seating_order(planned), start=1)}
    meetings = first_meetings(planned, [""] * entrants)
    return [(meeting.number, [place_of_seed[seed] for seed, _id in meeting.sides]) for meeting in meetings]


def _placing_context(request: PageRequest, stage: Stage, **extra: Any) -> dict[str, Any]:
    return organizer_context(
        request, stage.tournament, "draw_by_hand", stage=stage, **stage_name_context(stage), **extra
    )


def _entrants(stage: Stage) -> list[Entrant]:
    try:
        seated = draw_preview.entrants_of_stage(stage)
    except Refused:
        return []
    playing = [seat.entrant.pk for seat in seated if seat.entrant and not seat.entrant.has_left]
    entrants = stage.tournament.entrants.filter(pk__in=playing)
    return list(entrants.prefetch_related("roster__player").order_by("number", "pk"))


def _requested_groups(request: PageRequest, entered: int, stage_position: StagePosition) -> int:
    form = GroupsForm(request.POST if request.method == "POST" else request.GET)
    usual = group_estimate.usual_group_count(entered, stage_position)
    groups: int = form.cleaned_data["groups"] if form.is_valid() else usual
    return groups if groups <= entered else usual


def _redirect_after_draw(request: PageRequest, stage: Stage) -> HttpResponse:
    messages.success(request, _("It is drawn, and the encounters wait at their tables."))
    return see_other("tournaments:draw", stage.tournament.public_id)


def _redirect_already_drawn(request: PageRequest, stage: Stage) -> HttpResponse:
    messages.warning(request, _("This stage is already drawn; nothing was drawn twice."))
    return see_other("tournaments:draw", stage.tournament.public_id)
