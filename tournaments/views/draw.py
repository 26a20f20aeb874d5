"""The draw: what it will mean, then by a seed or by hand, and the record of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.domain import draw as domain
from tournaments.domain.group_checks import reasons_against
from tournaments.domain.refusals import Refused
from tournaments.domain.setup import settings_of
from tournaments.enums import EncounterState, StageKind, TournamentState
from tournaments.formats.groups import FEWEST_ENTRANTS, group_name, sizes_allowed
from tournaments.forms.draw import GroupsForm, SeedForm, field_of, placements
from tournaments.models import Encounter, Entrant, LogRow, Tournament

from . import plans
from .frame import framed
from .http import PageRequest, actor_of, refuse, see_other


@require_safe
def draw(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Before the draw: choices and what each means. After it: how it was made, and the groups."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if tournament.state != TournamentState.OPEN:
        return render(request, "tournaments/drawn.html", _record(request, tournament))
    entrants = _entrants(tournament)
    context = framed(request, tournament, "draw", entered=len(entrants), fewest=FEWEST_ENTRANTS)
    if len(entrants) >= FEWEST_ENTRANTS:
        settings = settings_of(tournament)
        context |= {
            "choices": plans.choices(len(entrants), settings.advance),
            "plan": plans.plan(len(entrants), _groups_asked(request, tournament, len(entrants)), settings),
        }
    return render(request, "tournaments/_plan.html" if request.htmx else "tournaments/draw.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def draw_by_seed(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show which groups a seed gives; on POST make them so."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    entrants = _entrants(tournament)
    if tournament.state != TournamentState.OPEN or len(entrants) < FEWEST_ENTRANTS:
        return see_other("tournaments:draw", tournament.public_id)
    form = SeedForm(request.POST if request.method == "POST" else _seed_asked(request, tournament, entrants))
    context = framed(request, tournament, "draw", form=form, list_digest=_digest(entrants))
    if not form.is_valid():
        return refuse(request, "tournaments/draw_by_seed.html", context)
    groups, seed = form.cleaned_data["groups"], form.cleaned_data["seed"]
    context |= {
        "plan": plans.plan(len(entrants), groups, settings_of(tournament)),
        "drawn": domain.groups_of(entrants, groups, seed),
        "seed": seed,
    }
    if request.method != "POST":
        return render(request, "tournaments/draw_by_seed.html", context)
    if request.POST.get("list_digest") != context["list_digest"]:
        form.add_error(None, _("The entry list has changed meanwhile. Look at the groups again."))
        return refuse(request, "tournaments/draw_by_seed.html", context)
    try:
        domain.draw_groups(
            tournament=tournament, groups=groups, seed=seed, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return refuse(request, "tournaments/draw_by_seed.html", context)
    return _drawn_now(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def draw_by_hand(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Take the groups as the club drew them from its bag, or tell everything that is amiss with them."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    entrants = _entrants(tournament)
    if tournament.state != TournamentState.OPEN or len(entrants) < FEWEST_ENTRANTS:
        return see_other("tournaments:draw", tournament.public_id)
    settings = settings_of(tournament)
    groups = _groups_asked(request, tournament, len(entrants))
    names = [group_name(position) for position in range(groups)]
    placed = placements(request.POST, entrants, names)
    members = [(name, [pair for pair in entrants if placed.get(pair) == name]) for name in names]
    context = framed(
        request,
        tournament,
        "draw",
        plan=plans.plan(len(entrants), groups, settings),
        names=names,
        rows=[(entrant, field_of(entrant), placed.get(entrant)) for entrant in entrants],
        counts=[(name, len(pairs), sizes_allowed([len(pairs)])) for name, pairs in members],
    )
    if request.method != "POST":
        return render(request, "tournaments/draw_by_hand.html", context)
    try:
        domain.place_by_hand(tournament=tournament, groups=members, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        reasons = reasons_against(entrants=entrants, groups=members, advance=settings.advance)
        context["reasons"] = reasons or [refusal]
        return refuse(request, "tournaments/draw_by_hand.html", context)
    return _drawn_now(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def undo_draw(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:draw", tournament.public_id)
    try:
        domain.undo_draw(tournament=tournament, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return refuse(request, "tournaments/drawn.html", {**_record(request, tournament), "refusal": refusal})
    messages.success(request, _("The draw is taken back. Entries are open again."))
    return see_other("tournaments:draw", tournament.public_id)


def _drawn_now(request: PageRequest, tournament: Tournament) -> HttpResponse:
    messages.success(request, _("The groups are drawn and the encounters wait at their tables."))
    return see_other("tournaments:draw", tournament.public_id)


def _record(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    """How the groups were drawn, by whom, and who is in them."""
    stage = tournament.stages.get(kind=StageKind.GROUPS)
    begun = Encounter.objects.filter(stage__tournament=tournament).exclude(
        state__in=[EncounterState.PENDING, EncounterState.READY]
    )
    row = LogRow.objects.filter(tournament=tournament, action="groups_drawn").select_related("user")
    return framed(
        request,
        tournament,
        "draw",
        stage=stage,
        groups=stage.groups.prefetch_related("places__entrant").order_by("position"),
        drawn_by=row.order_by("-pk").first(),
        begun=begun.exists(),
    )


def _entrants(tournament: Tournament) -> list[Entrant]:
    return list(tournament.entrants.prefetch_related("roster__player").order_by("number", "pk"))


def _groups_asked(request: PageRequest, tournament: Tournament, entered: int) -> int:
    """The number of groups that the address or the form names, else the usual one."""
    form = GroupsForm(request.POST if request.method == "POST" else request.GET)
    if form.is_valid():
        groups: int = form.cleaned_data["groups"]
        return groups
    return plans.usual_choice(entered, settings_of(tournament).advance)


def _seed_asked(request: PageRequest, tournament: Tournament, entrants: Sequence[Entrant]) -> dict[str, Any]:
    return {
        "groups": _groups_asked(request, tournament, len(entrants)),
        "seed": request.GET.get("seed", "").strip() or domain.suggested_seed(tournament, entrants),
    }


def _digest(entrants: Sequence[Entrant]) -> str:
    """What the preview of a draw rests on: the same list, names too, gives the same groups."""
    listed = [(entrant.number, str(entrant.public_id), entrant.name) for entrant in entrants]
    return hashlib.sha256(json.dumps(listed).encode()).hexdigest()
