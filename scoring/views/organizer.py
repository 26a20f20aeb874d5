"""The organizer's pages that need the ledger: the running evening, walkovers, lots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.domain import walkovers
from scoring.domain.queries.agreement import marks_of
from scoring.domain.queries.hall import read_hall
from scoring.domain.ranking import rank_group
from tournaments.access import managed_encounter_or_404, managed_tournament_or_404
from tournaments.domain.progress import LaterPlayRestsOnIt
from tournaments.domain.refusals import Refused
from tournaments.enums import DecidedBy, EncounterState, SideLetter, TournamentState
from tournaments.models import Encounter, Entrant, Group
from tournaments.views.frame import framed
from tournaments.views.http import PageRequest, actor_of, refuse, see_other


@require_safe
def running(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """The evening: tables, encounters, lots. A poll that names the present counter gets nothing new."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if tournament.state == TournamentState.OPEN:
        return see_other("tournaments:entries", tournament.public_id)
    if request.htmx and request.GET.get("seen") == str(tournament.counter):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    now = timezone.now()
    context = framed(
        request,
        tournament,
        "running",
        hall=read_hall(tournament),
        marks=marks_of(tournament, at=now),
        now=now,
    )
    template = "scoring/organizer/_hall.html" if request.htmx else "scoring/organizer/running.html"
    return render(request, template, context)


@require_http_methods(["GET", "HEAD", "POST"])
def walkover(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Credit a side with an encounter that is not played to its end."""
    encounter = managed_encounter_or_404(request.user, encounter_id)
    context = _walkover_context(request, encounter)
    if request.method != "POST":
        return render(request, "scoring/organizer/walkover.html", context)
    letter = request.POST.get("winner", "")
    if letter not in SideLetter.values:
        return refuse(request, "scoring/organizer/walkover.html", {**context, "nobody_chosen": True})
    try:
        walkovers.record_walkover(
            encounter=encounter,
            winner=SideLetter(letter),
            by=actor_of(request),
            at=timezone.now(),
            let_stand="let_stand" in request.POST,
        )
    except LaterPlayRestsOnIt as refusal:
        more = {"refusal": refusal, "later": refusal.encounters, "chosen": letter}
        return refuse(request, "scoring/organizer/walkover.html", {**context, **more})
    except Refused as refusal:
        return refuse(request, "scoring/organizer/walkover.html", {**context, "refusal": refusal})
    messages.success(request, _("The walkover is recorded."))
    return see_other("scoring:running", encounter.stage.tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def take_walkover_back(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Decide an encounter from its hands again."""
    encounter = managed_encounter_or_404(request.user, encounter_id)
    if request.method != "POST":
        return see_other("scoring:walkover", encounter.public_id)
    try:
        walkovers.take_walkover_back(
            encounter=encounter,
            by=actor_of(request),
            at=timezone.now(),
            let_stand="let_stand" in request.POST,
        )
    except Refused as refusal:
        later = refusal.encounters if isinstance(refusal, LaterPlayRestsOnIt) else []
        context = _walkover_context(request, encounter)
        return refuse(
            request, "scoring/organizer/walkover.html", {**context, "refusal": refusal, "later": later}
        )
    messages.success(request, _("The walkover is taken back; the encounter waits at its table again."))
    return see_other("scoring:running", encounter.stage.tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def lot(request: PageRequest, tournament_id: UUID, position: int) -> HttpResponse:
    """Record the lot that was drawn in the room for pairs that all criteria leave level.

    A group is addressed by its place among the groups: its name may hold anything, a slash too.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    groups = Group.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    found = get_object_or_404(groups, position=position)
    ties = _ties(found)
    if not ties:
        return see_other("scoring:running", tournament.public_id)
    context = framed(request, tournament, "running", group=found, ties=_choices(ties, request.POST))
    if request.method != "POST":
        return render(request, "scoring/organizer/lot.html", context)
    order = _drawn_order(ties, request.POST)
    if order is None:
        return refuse(request, "scoring/organizer/lot.html", {**context, "not_once_each": True})
    try:
        walkovers.record_lot(group=found, order=order, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return refuse(request, "scoring/organizer/lot.html", {**context, "refusal": refusal})
    messages.success(request, _("The lot is recorded, and group %(name)s is decided.") % {"name": found.name})
    return see_other("scoring:running", tournament.public_id)


def _walkover_context(request: PageRequest, encounter: Encounter) -> dict[str, Any]:
    """The encounter as it is now, which a refused call may have changed in memory only."""
    encounter = Encounter.objects.select_related("stage__tournament__club", "group", "table").get(
        pk=encounter.pk
    )
    sides = list(encounter.sides.select_related("entrant").order_by("letter"))
    return framed(
        request,
        encounter.stage.tournament,
        "running",
        encounter=encounter,
        sides=sides,
        wins_needed=encounter.stage.wins_needed,
        by_walkover=encounter.decided_by == DecidedBy.WALKOVER,
        open=encounter.state in (EncounterState.READY, EncounterState.PLAYING),
        begun=encounter.started_at is not None,
    )


def _ties(group: Group) -> list[list[Entrant]]:
    """The pairs of each rank that more than one share, once the group is played to its end."""
    if group.encounters.exclude(state=EncounterState.DECIDED).exists():
        return []
    tied = [ranked for ranked in rank_group(group) if ranked.tied]
    return [[one.entrant for one in level] for _rank, level in groupby(tied, key=lambda one: one.rank)]


def _choices(ties: Sequence[Sequence[Entrant]], data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """For each tie: its pairs with the place typed so far, and the places there are."""
    return [
        {
            "places": range(1, len(level) + 1),
            "pairs": [(entrant, _field(entrant), data.get(_field(entrant), "")) for entrant in level],
        }
        for level in ties
    ]


def _drawn_order(ties: Sequence[Sequence[Entrant]], data: Mapping[str, Any]) -> list[Entrant] | None:
    """All pairs in the drawn order, or None unless each tie's places are given once each."""
    order: list[Entrant] = []
    for level in ties:
        places = {data.get(_field(entrant), ""): entrant for entrant in level}
        wanted = [str(place) for place in range(1, len(level) + 1)]
        if sorted(places) != sorted(wanted):
            return None
        order += [places[place] for place in wanted]
    return order


def _field(entrant: Entrant) -> str:
    return f"place-{entrant.public_id}"
