"""Placing by hand, as a club draws from its bag: into groups, or to numbered places of a first round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import managed_tournament_or_404
from tournaments.domain.draws import draw as domain
from tournaments.domain.draws import proposals
from tournaments.domain.draws.drawing import planned_first, seats_in_turn
from tournaments.domain.plans.group_checks import Place, reasons_against
from tournaments.domain.plans.setup import AlreadyDrawn
from tournaments.domain.refusals import Refused
from tournaments.domain.schedule.chain import Across
from tournaments.domain.schedule.stages import settings_of
from tournaments.enums import StageKind
from tournaments.formats.groups import group_name, group_sizes
from tournaments.forms.draw import GroupsForm, field_of, order_typed, placements
from tournaments.models import Entrant, Stage

from . import plans
from .draw_stage import MOST_BY_HAND, stage_words
from .draw_words import first_meetings
from .frame import framed
from .http import PageRequest, actor_of, refuse, see_other

IN_GROUPS, IN_ORDER = "tournaments/draw_by_hand.html", "tournaments/draw_in_order.html"


def place_by_hand(
    request: PageRequest, tournament_id: UUID, position: int, *, across: Across | None = None
) -> HttpResponse:
    """Take everybody's place as it came out of the bag, or tell everything that is amiss."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stage = get_object_or_404(tournament.stages, position=position)
    stage.tournament = tournament
    entrants = _entrants(stage, across)
    place = proposals.place_of(stage)
    if stage.drawn_at is not None or not place.fewest <= len(entrants) <= MOST_BY_HAND:
        return see_other("tournaments:draw", tournament.public_id)
    if stage.kind == StageKind.GROUPS:
        return _in_groups(request, stage, entrants, place, across)
    return _in_order(request, stage, entrants, across)


def _in_groups(
    request: PageRequest, stage: Stage, entrants: Sequence[Entrant], place: Place, across: Across | None
) -> HttpResponse:
    groups = _groups_asked(request, len(entrants), place)
    names = [group_name(number) for number in range(groups)]
    placed = placements(request.POST, entrants, names)
    members = [(name, [pair for pair in entrants if placed.get(pair) == name]) for name in names]
    context = _context(
        request,
        stage,
        groups=groups,
        sizes=group_sizes(len(entrants), groups),
        place=place,
        names=names,
        rows=[(entrant, field_of(entrant), placed.get(entrant)) for entrant in entrants],
        counts=[(name, len(pairs), place.fit([len(pairs)])) for name, pairs in members],
    )
    if request.method != "POST":
        return render(request, IN_GROUPS, context)
    try:
        domain.place_in_groups(
            stage=stage, groups=members, across=across, by=actor_of(request), at=timezone.now()
        )
    except AlreadyDrawn:
        return _drawn_already(request, stage)
    except Refused as refusal:
        reasons = reasons_against(entrants=entrants, groups=members, place=place)
        return refuse(request, IN_GROUPS, {**context, "reasons": reasons or [refusal]})
    return _drawn_now(request, stage)


def _in_order(
    request: PageRequest, stage: Stage, entrants: Sequence[Entrant], across: Across | None
) -> HttpResponse:
    order = order_typed(request.POST, entrants)
    context = _context(
        request,
        stage,
        most=len(entrants),
        frame=_frame(stage, len(entrants)),
        rows=[(one, field_of(one), request.POST.get(field_of(one), ""), one in order) for one in entrants],
    )
    if request.method != "POST":
        return render(request, IN_ORDER, context)
    try:
        domain.place_in_order(
            stage=stage, order=order, across=across, by=actor_of(request), at=timezone.now()
        )
    except AlreadyDrawn:
        return _drawn_already(request, stage)
    except Refused as refusal:
        return refuse(request, IN_ORDER, {**context, "reasons": [refusal]})
    return _drawn_now(request, stage)


def _frame(stage: Stage, entrants: int) -> list[tuple[int, list[int]]]:
    """The encounters of the first round with the places that meet there."""
    planned = planned_first([""] * entrants, kind=stage.kind, settings=settings_of(stage))
    place_of_seed = {seed: place for place, seed in enumerate(seats_in_turn(planned), start=1)}
    meetings = first_meetings(planned, [""] * entrants)
    return [(one.number, [place_of_seed[seed] for seed, _id in one.sides]) for one in meetings]


def _context(request: PageRequest, stage: Stage, **more: Any) -> dict[str, Any]:
    return framed(request, stage.tournament, "draw_by_hand", stage=stage, **stage_words(stage), **more)


def _entrants(stage: Stage, across: Across | None) -> list[Entrant]:
    """Who plays the stage, with their players; nobody while that is not known."""
    try:
        seated = proposals.who_plays(stage, across)
    except Refused:
        return []
    playing = [one.entrant.pk for one in seated if one.entrant and not one.entrant.has_left]
    found = stage.tournament.entrants.filter(pk__in=playing)
    return list(found.prefetch_related("roster__player").order_by("number", "pk"))


def _groups_asked(request: PageRequest, entered: int, place: Place) -> int:
    """The number of groups that the address or the form names, else the usual one."""
    form = GroupsForm(request.POST if request.method == "POST" else request.GET)
    usual = plans.usual_choice(entered, place)
    groups: int = form.cleaned_data["groups"] if form.is_valid() else usual
    return groups if groups <= entered else usual


def _drawn_now(request: PageRequest, stage: Stage) -> HttpResponse:
    messages.success(request, _("It is drawn, and the encounters wait at their tables."))
    return see_other("tournaments:draw", stage.tournament.public_id)


def _drawn_already(request: PageRequest, stage: Stage) -> HttpResponse:
    messages.warning(request, _("This stage is drawn already; nothing was drawn a second time."))
    return see_other("tournaments:draw", stage.tournament.public_id)
